import { CONTACT_BOUNDS } from '@partyline/contract'
import { Button, Input, mergeClasses, ToggleButton } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { StarFilled, StarRegular } from '@fluentui/react-icons/svg/star'
import { useEffect, useRef, useState } from 'react'
import { numberHint, usePhoneFormat } from '../../numbers/index.ts'
import { errorAt, FormField } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { FORM_TEXTS } from './card-texts.ts'
import { useCardStyles } from './card.styles.ts'
import type { FormPhone } from './form-values.ts'

type Props<Item> = {
  value: readonly Item[]
  /** The form's error of the list, with those of its items. */
  error: unknown
  disabled: boolean
  onChange: (value: Item[]) => void
}

/** Gives the focus to the field that was just added. */
function useAddedFocus<Place extends HTMLElement>() {
  const place = useRef<Place>(null)
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (added > 0) [...(place.current?.querySelectorAll('input') ?? [])].at(-1)?.focus()
  }, [added])
  return { place, focusAdded: () => setAdded(added + 1) }
}

/** The email addresses. */
export function EmailsField({ value, error, disabled, onChange }: Props<string>) {
  const styles = useCardStyles()
  const { place, focusAdded } = useAddedFocus<HTMLFieldSetElement>()
  return (
    <fieldset ref={place} className={styles.group}>
      <legend className={styles.legend}>{FORM_TEXTS.emails}</legend>
      <div className={styles.rows}>
        {value.map((email, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is what is typed at its place
          <div key={index} className={styles.row}>
            <FormField className={styles.rowField} wrong={errorAt(error, index)?.message}>
              <Input
                type="email"
                autoComplete="off"
                aria-label={FORM_TEXTS.email(index + 1)}
                value={email}
                disabled={disabled}
                onChange={(_, data) => onChange(value.with(index, data.value))}
              />
            </FormField>
            <Button
              appearance="subtle"
              icon={<DismissRegular />}
              aria-label={FORM_TEXTS.removeEmail(email)}
              disabled={disabled}
              onClick={() => onChange(value.toSpliced(index, 1))}
            />
          </div>
        ))}
        {value.length < CONTACT_BOUNDS.emails && (
          <Button
            className={styles.quietButton}
            appearance="subtle"
            icon={<AddRegular />}
            disabled={disabled}
            onClick={() => {
              onChange([...value, ''])
              focusAdded()
            }}
          >
            {FORM_TEXTS.addEmail}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

type PhonesProps = Props<FormPhone> & {
  /** The numbers that are saved. They don't change, and only Admins remove them. */
  saved: ReadonlySet<string>
}

/** The phones, of which one can be preferred. */
export function PhonesField({ value, saved, error, disabled, onChange }: PhonesProps) {
  const styles = useCardStyles()
  const me = useMe()
  const format = usePhoneFormat(me?.defaultCountry)
  const { place, focusAdded } = useAddedFocus<HTMLFieldSetElement>()
  const isAdmin = me?.role === 'Admin'

  const prefer = (index: number) =>
    onChange(value.map((phone, at) => ({ ...phone, preferred: at === index && !phone.preferred })))

  return (
    <fieldset ref={place} className={styles.group}>
      <legend className={styles.legend}>{FORM_TEXTS.phones}</legend>
      <div className={styles.rows}>
        {value.map((phone, index) => {
          const isSaved = saved.has(phone.number)
          const name = phone.number === '' ? FORM_TEXTS.phone(index + 1) : format(phone.number)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a row is what is typed at its place
            <div key={index} className={styles.row}>
              {isSaved ? (
                <span className={mergeClasses(styles.rowField, styles.savedPhone)}>{name}</span>
              ) : (
                <FormField
                  className={styles.rowField}
                  wrong={errorAt(errorAt(error, index), 'number')?.message ?? errorAt(error, index)?.message}
                  hint={numberHint(me?.defaultCountry)}
                >
                  <Input
                    type="tel"
                    autoComplete="off"
                    aria-label={FORM_TEXTS.phone(index + 1)}
                    value={phone.number}
                    disabled={disabled}
                    onChange={(_, data) => onChange(value.with(index, { ...phone, number: data.value }))}
                  />
                </FormField>
              )}
              {(value.length > 1 || phone.preferred) && (
                <ToggleButton
                  appearance="subtle"
                  icon={phone.preferred ? <StarFilled className={styles.starred} /> : <StarRegular />}
                  aria-label={FORM_TEXTS.makePreferred(name)}
                  checked={phone.preferred}
                  disabled={disabled}
                  onClick={() => prefer(index)}
                />
              )}
              {(isAdmin || !isSaved) && (
                <Button
                  appearance="subtle"
                  icon={<DismissRegular />}
                  aria-label={isSaved ? FORM_TEXTS.removePhone(name) : FORM_TEXTS.removeNewPhone}
                  disabled={disabled}
                  onClick={() => onChange(value.toSpliced(index, 1))}
                />
              )}
            </div>
          )
        })}
        {value.length < CONTACT_BOUNDS.phones && (
          <Button
            className={styles.quietButton}
            appearance="subtle"
            icon={<AddRegular />}
            disabled={disabled}
            onClick={() => {
              onChange([...value, { number: '', preferred: false }])
              focusAdded()
            }}
          >
            {FORM_TEXTS.addPhone}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
