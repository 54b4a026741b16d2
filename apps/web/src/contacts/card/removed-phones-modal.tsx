import type { ContactPhone, NumberId } from '@partyline/contract'
import { makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { FormField, ModalActions, ModalBody, useModal } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { REMOVED_PHONES_TEXTS as TEXTS } from './card-texts.ts'

const useStyles = makeStyles({
  text: { margin: 0, overflowWrap: 'anywhere' },
  about: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

export type RemovedPhonesModalProps = {
  /** The name of the contact. Null if it has only its number. */
  owner: string | null
  phones: readonly Pick<ContactPhone, 'id' | 'number'>[]
  /** Called with those whose number someone else has now. */
  onAnswer: (reassignedIds: NumberId[]) => void
}

/** Asks who now has the numbers of removed phones: docs/product.md#contacts */
export function RemovedPhonesModal({ owner, phones, onAnswer }: RemovedPhonesModalProps) {
  const styles = useStyles()
  const { done } = useModal()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const [reassigned, setReassigned] = useState<ReadonlySet<NumberId>>(new Set())

  function answer() {
    done()
    onAnswer([...reassigned])
  }

  return (
    <ModalBody
      title={TEXTS.title(phones.length)}
      onSubmit={answer}
      actions={<ModalActions label={TEXTS.submit} busyLabel={TEXTS.submit} />}
    >
      <p className={styles.text}>{TEXTS.about(phones.length)}</p>
      {phones.map(({ id, number }) => (
        <FormField key={id} label={TEXTS.question(format(number))} wrong={undefined}>
          <RadioGroup
            value={reassigned.has(id) ? 'other' : 'same'}
            onChange={(_, { value }) => {
              const others = [...reassigned].filter((one) => one !== id)
              setReassigned(new Set(value === 'other' ? [...others, id] : others))
            }}
          >
            <Radio
              value="same"
              label={
                <>
                  {TEXTS.same(owner)} <span className={styles.about}>{TEXTS.sameAbout}</span>
                </>
              }
            />
            <Radio
              value="other"
              label={
                <>
                  {TEXTS.other} <span className={styles.about}>{TEXTS.otherAbout(owner)}</span>
                </>
              }
            />
          </RadioGroup>
        </FormField>
      ))}
    </ModalBody>
  )
}
