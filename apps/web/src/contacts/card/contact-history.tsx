import type { ContactChange, ContactId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right'
import { useId, useState } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Loaded } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { historyQuery } from '../contact-queries.ts'
import { changeSentences, dayInWords } from '../contact-values.ts'
import { CARD_TEXTS } from './card-texts.ts'
import { useCardStyles } from './card.styles.ts'

/** Who changed what on a contact, loaded when it is opened. */
export function ContactHistory({ contactId }: { contactId: ContactId }) {
  const styles = useCardStyles()
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const place = useId()
  return (
    <section className={styles.part} aria-label={CARD_TEXTS.history}>
      <Button
        appearance="subtle"
        className={styles.quietButton}
        icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? place : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {CARD_TEXTS.history}
      </Button>
      {isOpen && (
        <div id={place}>
          <Loaded query={historyQuery(api, contactId)}>
            {(changes) =>
              changes.length === 0 ? (
                <p className={styles.quiet}>{CARD_TEXTS.historyEmpty}</p>
              ) : (
                <ol className={styles.list} aria-label={CARD_TEXTS.history}>
                  {changes.map((change) => (
                    <Change key={change.at + (change.by ?? '')} change={change} />
                  ))}
                </ol>
              )
            }
          </Loaded>
        </div>
      )}
    </section>
  )
}

function Change({ change }: { change: ContactChange }) {
  const styles = useCardStyles()
  const times = useTimes()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const { at } = change
  return (
    <li className={styles.change}>
      {changeSentences(change, format).map((sentence) => (
        <p key={sentence} className={styles.sentence} dir="auto">
          {sentence}
        </p>
      ))}
      <time className={styles.quiet} dateTime={at} title={times.full(at)}>
        {dayInWords(times, at)}, {times.clock(at)}
      </time>
    </li>
  )
}
