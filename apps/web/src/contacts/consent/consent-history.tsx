import type { ConsentEntry, ContactId, NumberId, PhoneConsent } from '@partyline/contract'
import { CONSENT_SOURCE_TEXTS, consentEntryText, isDayOnly, PAGE } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right'
import { useId, useState } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useTimes } from '../../platform/platform-context.tsx'
import { useMe } from '../../users/index.ts'
import { useCardStyles } from '../card/card.styles.ts'
import { dayInWords } from '../contact-values.ts'
import { CONSENT_CARD_TEXTS as TEXTS } from './consent-texts.ts'
import { isLater, isSeveral } from './consent-words.ts'
import { useConsentStyles } from './consent.styles.ts'
import { printAddress } from './print-address.ts'

type Props = {
  contactId: ContactId
  phones: readonly PhoneConsent[]
  /** The lines in use. */
  lineIds: readonly NumberId[]
  entries: readonly ConsentEntry[]
}

/** The newest entries about a contact, with their evidence. */
export function ConsentHistory({ contactId, phones, lineIds, entries }: Props) {
  const card = useCardStyles()
  const [isOpen, setOpen] = useState(false)
  const place = useId()
  const hasPhones = isSeveral([...phones, ...entries].flatMap(({ number }) => number ?? []))
  const hasLines = isSeveral([...lineIds, ...[...phones, ...entries].map(({ line }) => line.id)])
  return (
    <>
      <Button
        appearance="subtle"
        className={card.quietButton}
        icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? place : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {TEXTS.history}
      </Button>
      {isOpen && (
        <div id={place}>
          <ol className={card.list} aria-label={TEXTS.history}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} hasPhones={hasPhones} hasLines={hasLines} />
            ))}
          </ol>
          {entries.length >= PAGE.consentEntries && (
            <a className={card.link} href={printAddress(contactId)} target="_blank" rel="noreferrer">
              {TEXTS.all}
            </a>
          )}
        </div>
      )}
    </>
  )
}

type EntryProps = { entry: ConsentEntry; hasPhones: boolean; hasLines: boolean }

function Entry({ entry, hasPhones, hasLines }: EntryProps) {
  const card = useCardStyles()
  const styles = useConsentStyles()
  const times = useTimes()
  const link = useLinkTo()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const { at, recordedAt, source, number, reassignedAt, line, by, wording, address, message } = entry
  const phone = number !== null && (reassignedAt === null ? hasPhones && format(number) : TEXTS.former(format(number)))
  const parties = [phone, hasLines && line.name].filter(Boolean).join(' · ')
  return (
    <li className={styles.entry}>
      <p className={styles.what}>{`${consentEntryText(entry)} · ${CONSENT_SOURCE_TEXTS[source]}`}</p>
      {parties && <bdi className={card.quiet}>{parties}</bdi>}
      {wording && (
        <blockquote className={styles.wording} dir="auto">
          {`“${wording}”`}
        </blockquote>
      )}
      {address && (
        <p className={card.quiet} dir="auto">
          {TEXTS.from(address)}
        </p>
      )}
      <p className={card.quiet}>
        <bdi>{by ?? TEXTS.byPhone}</bdi>
        {' · '}
        {isDayOnly(entry) ? (
          <time dateTime={times.dayOf(at)} title={times.longDate(at)}>
            {dayInWords(times, at)}
          </time>
        ) : (
          <time dateTime={at} title={times.full(at)}>
            {dayInWords(times, at)}, {times.clock(at)}
          </time>
        )}
        {isLater(entry, times) && ` · ${TEXTS.recordedOn(times.date(recordedAt))}`}
      </p>
      {message && (
        <Link className={card.link} href={link(`/?chat=${message.chatId}&message=${message.messageId}`)}>
          {TEXTS.message}
        </Link>
      )}
    </li>
  )
}
