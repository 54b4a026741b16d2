import type { Contact, ContactField } from '@partyline/contract'
import { Badge, Button, mergeClasses, Radio, RadioGroup } from '@fluentui/react-components'
import { StarFilled } from '@fluentui/react-icons/svg/star'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { FormErrorPanel, FormField, ModalActions, ModalBody, showToast, useSubmit } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CARD_TEXTS, FIELD_NAMES } from '../card/card-texts.ts'
import { useContactsChanged } from '../contact-queries.ts'
import { fieldValue, languageName, zoneName } from '../contact-values.ts'
import { useRemoveContact } from '../use-remove-contact.ts'
import {
  excesses,
  mergeBody,
  mergeRows,
  pairNames,
  phonesOf,
  preferredPhones,
  sideOf,
  valueOf,
} from './merge-choices.ts'
import type { Choices, MergeRow, Pair, Side } from './merge-choices.ts'
import { MERGE_TEXTS } from './merge-texts.ts'
import { useMergeStyles } from './merge.styles.ts'

const LINES = new Intl.ListFormat('en', { type: 'conjunction' })

type Names = Record<'first' | 'second', string>

type Props = {
  pair: Pair
  fields: readonly ContactField[]
  onBack?: () => void
  onMerged?: (kept: Contact) => void
}

/** Compares two contacts field by field, and shows which values are kept. */
export function CompareContacts({ pair, fields, onBack, onMerged }: Props) {
  const styles = useMergeStyles()
  const api = useApi()
  const client = useQueryClient()
  const changed = useContactsChanged()
  const remove = useRemoveContact()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const [choices, setChoices] = useState<Choices>({})
  const [isRefused, setRefused] = useState(false)
  const kept = useRef<Contact | null>(null)
  const errors = useRef<HTMLDivElement>(null)
  const { modal, failure, submit } = useSubmit(null, finish)
  const rows = mergeRows(pair, fields)
  const wrong = excesses(pair, rows, choices)
  const problems = Object.values(wrong)
  const named = pairNames(pair, format)
  const names = {
    first: MERGE_TEXTS.named(named.first.name, named.first.more),
    second: MERGE_TEXTS.named(named.second.name, named.second.more),
  }

  // Below the fold of a long dialog.
  const hasErrors = failure !== null || (isRefused && problems.length > 0)
  useEffect(() => {
    if (hasErrors) errors.current?.scrollIntoView({ block: 'nearest' })
  }, [hasErrors])

  async function merge() {
    setRefused(problems.length > 0)
    if (problems.length > 0) return
    await submit(async () => {
      const params = { contactId: pair.first.id }
      const body = mergeBody(pair, rows, choices)
      kept.current = await remove(pair.second.id, () => api.call('contacts.merge', { params, body }))
    })
  }

  function finish() {
    const now = kept.current
    if (!now) return
    client.setQueryData(queryKeys.contacts.card(now.id), now)
    onMerged?.(now)
    showToast({ kind: 'done', text: MERGE_TEXTS.done(now.name) })
    void changed()
  }

  // Stays enabled while saving, so that a long dialog can still be scrolled by keyboard.
  function choose(key: keyof Choices, side: Side) {
    if (!modal.submitting) setChoices({ ...choices, [key]: side })
  }
  const hasChoices = preferredPhones(pair) !== null || rows.some(({ sides }) => sides.length > 1)
  return (
    <ModalBody
      title={MERGE_TEXTS.chooseTitle}
      onSubmit={() => void merge()}
      actions={
        <ModalActions label={MERGE_TEXTS.submit} busyLabel={MERGE_TEXTS.submitting}>
          {onBack && (
            <Button disabled={modal.submitting} onClick={onBack}>
              {MERGE_TEXTS.back}
            </Button>
          )}
        </ModalActions>
      }
    >
      <p className={styles.text}>{MERGE_TEXTS.outcome(names.first, names.second)}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard where there is no choice */}
      <fieldset className={styles.rows} aria-label={MERGE_TEXTS.fields} tabIndex={hasChoices ? undefined : 0}>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            names={names}
            side={sideOf(row, choices)}
            wrong={wrong[row.key]}
            onChoose={(side) => choose(row.key, side)}
          />
        ))}
        <Phones
          pair={pair}
          names={names}
          side={choices.preferred === 'second' ? 'second' : 'first'}
          wrong={wrong.phones}
          onChoose={(side) => choose('preferred', side)}
        />
      </fieldset>
      <div ref={errors}>
        <FormErrorPanel submitError={failure} messages={isRefused ? problems : []} />
      </div>
    </ModalBody>
  )
}

type ChoiceProps = {
  names: Names
  side: Side
  wrong: string | undefined
  onChoose: (side: Side) => void
}

/** A field of both contacts. Without a choice, its value is shown once. */
function Row({ row, names, side, wrong, onChoose }: ChoiceProps & { row: MergeRow }) {
  const styles = useMergeStyles()
  const label = row.field?.name ?? FIELD_NAMES[row.key as keyof typeof FIELD_NAMES]
  const { first, second } = row.values
  const [only, ...others] = row.sides
  if (others.length === 0) {
    const isOnBoth = first !== null && second !== null && valueText(row, 'first') === valueText(row, 'second')
    return (
      <div>
        <span className={styles.label}>
          <bdi>{label}</bdi>
        </span>
        <span className={styles.value} dir="auto">
          {valueText(row, only)}
        </span>
        <span className={styles.quiet}>
          {isOnBoth ? MERGE_TEXTS.same : MERGE_TEXTS.from(names[only === 'second' ? 'second' : 'first'])}
        </span>
        {wrong && <span className={styles.stopped}>{wrong}</span>}
      </div>
    )
  }
  return (
    <FormField label={label} wrong={wrong}>
      <RadioGroup className={styles.choices} value={side} onChange={(_, { value }) => onChoose(value as Side)}>
        {row.sides.map((each) => (
          <Radio
            key={each}
            value={each}
            className={each === 'both' ? styles.both : undefined}
            label={
              <>
                <span className={styles.value} dir="auto">
                  {each === 'both' && row.key === 'remarks' ? MERGE_TEXTS.bothRemarks : valueText(row, each)}
                </span>
                {row.key !== 'name' && !(each === 'both' && row.key === 'remarks') && (
                  <span className={styles.quiet}>
                    {each === 'both' ? MERGE_TEXTS.both : MERGE_TEXTS.from(names[each])}
                  </span>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormField>
  )
}

/** A value as the card shows it. */
function valueText(row: MergeRow, side: Side): string {
  const value = valueOf(row, side)
  if (typeof value !== 'string') return value.join(row.key === 'emails' ? '\n' : ', ')
  if (row.field) return fieldValue(row.field, value)
  if (row.key === 'language') return languageName(value)
  return row.key === 'timeZone' ? zoneName(value) : value
}

/** The phones of both, which all stay. */
function Phones({ pair, names, side, wrong, onChoose }: ChoiceProps & { pair: Pair }) {
  const styles = useMergeStyles()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const preferred = preferredPhones(pair)
  const phones = phonesOf(pair)
  const textedFirst = preferred
    ? preferred[side === 'second' ? 'second' : 'first']
    : phones.find((phone) => phone.preferred)
  return (
    <>
      <div>
        <span className={styles.label}>{MERGE_TEXTS.phones}</span>
        {phones.length === 0 && <span className={styles.quiet}>{MERGE_TEXTS.noPhones}</span>}
        <ul className={styles.list} aria-label={MERGE_TEXTS.phones}>
          {phones.map((phone) => (
            <li key={phone.id} className={styles.phone}>
              <span>{format(phone.number)}</span>
              {phone === textedFirst && (
                <Badge appearance="tint" color="brand" icon={<StarFilled />}>
                  {CARD_TEXTS.preferred}
                </Badge>
              )}
              {phone.optedOutOf.length > 0 && (
                <span className={styles.stopped}>{CARD_TEXTS.optedOutOf(LINES.format(phone.optedOutOf))}</span>
              )}
              <span className={mergeClasses(styles.quiet, styles.note)}>
                {MERGE_TEXTS.from(pair.first.phones.includes(phone) ? names.first : names.second)}
              </span>
            </li>
          ))}
        </ul>
        {wrong && (
          <span className={styles.stopped}>
            {wrong} {MERGE_TEXTS.tooMany}
          </span>
        )}
      </div>
      {preferred && (
        <FormField label={MERGE_TEXTS.textFirst} wrong={undefined}>
          <RadioGroup className={styles.choices} value={side} onChange={(_, { value }) => onChoose(value as Side)}>
            {(['first', 'second'] as const).map((each) => (
              <Radio key={each} value={each} label={format(preferred[each].number)} />
            ))}
          </RadioGroup>
        </FormField>
      )}
    </>
  )
}
