import type { Contact } from '@partyline/contract'
import {
  Button,
  Menu,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
} from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { PrintRegular } from '@fluentui/react-icons/svg/print'
import { useQuery } from '@tanstack/react-query'
import { twilioNumbersQuery, usePhoneFormat } from '../../numbers/index.ts'
import { loadOnApproach } from '../../platform/chunks.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { openModal, Skeleton, useMenuLayer } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { useCardStyles } from '../card/card.styles.ts'
import { recordConsentModal } from '../contact-modals.ts'
import { ConsentHistory } from './consent-history.tsx'
import { consentQuery } from './consent-queries.ts'
import { CONSENT_CARD_TEXTS as TEXTS } from './consent-texts.ts'
import { linesOfConsent, stateWords } from './consent-words.ts'
import { useConsentStyles } from './consent.styles.ts'
import { exportConsent } from './export-consent.ts'
import { printAddress } from './print-address.ts'

/** Whether a contact's phones agreed to texts, for each line: the state, its history, and a way to record more. */
export function ConsentSection({ contact }: { contact: Pick<Contact, 'id' | 'name' | 'phones' | 'formerPhones'> }) {
  const { id: contactId, phones, formerPhones } = contact
  const card = useCardStyles()
  const styles = useConsentStyles()
  const api = useApi()
  const times = useTimes()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const layer = useMenuLayer({ isOpen: false })
  const { data, isError, refetch } = useQuery(consentQuery(api, contactId))
  const { data: inUse = [] } = useQuery(twilioNumbersQuery(api))
  const lineIds = inUse.map(({ id }) => id)
  if (phones.length === 0 && formerPhones.length === 0) return null
  const numbers = phones.map(({ number }) => number)
  const lines = data && linesOfConsent({ numbers, known: data.phones, lineIds, format })
  return (
    <section className={card.part} aria-label={TEXTS.title}>
      <div className={styles.head}>
        <h4 className={mergeClasses(card.title, styles.title)}>{TEXTS.title}</h4>
        <Menu {...layer}>
          <MenuTrigger disableButtonEnhancement>
            <Button appearance="subtle" size="small" icon={<MoreHorizontalRegular />} aria-label={TEXTS.more} />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem icon={<ArrowDownloadRegular />} onClick={() => void exportConsent(api, contactId)}>
                {TEXTS.export}
              </MenuItem>
              <MenuItemLink icon={<PrintRegular />} href={printAddress(contactId)} target="_blank" rel="noreferrer">
                {TEXTS.print}
              </MenuItemLink>
            </MenuList>
          </MenuPopover>
        </Menu>
      </div>
      {phones.length === 0 ? null : lines ? (
        <ul className={card.list}>
          {lines.map(({ key, label, known }) => (
            <li key={key} className={styles.line}>
              {label && <bdi className={styles.label}>{label}</bdi>}
              <span className={mergeClasses(known?.isByPhone && known.state !== 'granted' && styles.stopped)}>
                {known ? stateWords(known, times) : TEXTS.none}
              </span>
            </li>
          ))}
        </ul>
      ) : isError ? (
        <p className={styles.failed} role="alert">
          {TEXTS.failed}{' '}
          <Button size="small" onClick={() => void refetch()}>
            {TEXTS.retry}
          </Button>
        </p>
      ) : (
        <Skeleton width="70%" height="20px" />
      )}
      {phones.length > 0 && (
        <div className={styles.actions}>
          <Button
            className={card.quietButton}
            appearance="subtle"
            {...loadOnApproach(recordConsentModal.load)}
            onClick={() => openModal(recordConsentModal, { contact })}
          >
            {TEXTS.record}
          </Button>
        </div>
      )}
      {data && data.entries.length > 0 && <ConsentHistory contactId={contactId} lineIds={lineIds} {...data} />}
    </section>
  )
}
