import { Button } from '@fluentui/react-components'
import { usePhoneFormat } from '../../numbers/index.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useTenant } from '../../settings/index.ts'
import { openModal } from '../../ui/index.ts'
import { twilioNumberModal } from '../admin-modals.ts'
import { ADMIN_PAGES } from '../../platform/admin-pages.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useRefreshAccount } from '../numbers/twilio-account.tsx'
import { AccountSending, AskAgain, NumberSending } from '../sending/sending-checks.tsx'
import { SETUP_PAGE_TEXTS, STEP_TEXTS } from './setup-texts.ts'
import { useSetupStyles } from './setup.styles.ts'

/** Further numbers are on the Numbers page. */
const MAX_SHOWN = 5

/** The account's numbers, to choose the first one. */
export function FirstNumber() {
  const styles = useAdminStyles()
  const own = useSetupStyles()
  const link = useLinkTo()
  const refresh = useRefreshAccount()
  const { twilioNumbers, defaultCountry } = useTenant()
  const format = usePhoneFormat(defaultCountry)
  if (twilioNumbers.length === 0) {
    return (
      <>
        <p className={own.text}>{SETUP_PAGE_TEXTS.noNumbers}</p>
        <div className={own.action}>
          <Button appearance="primary" onClick={refresh}>
            {PROVIDER_TEXTS.refresh}
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <AccountSending />
      <ul className={styles.list} aria-label={PROVIDER_TEXTS.numbersTitle}>
        {twilioNumbers.slice(0, MAX_SHOWN).map((number) => (
          <li key={number.id} className={styles.item}>
            <span className={styles.itemWords}>
              {number.name}
              <span className={styles.itemDetail}>{format(number.number)}</span>
            </span>
            <Button
              aria-label={SETUP_PAGE_TEXTS.beginWith(number.name)}
              onClick={() => openModal(twilioNumberModal, { number, isBeginning: true })}
            >
              {STEP_TEXTS.number.action}
            </Button>
            <NumberSending number={number} />
          </li>
        ))}
      </ul>
      <div className={own.action}>
        <AskAgain />
      </div>
      {twilioNumbers.length > MAX_SHOWN && (
        <Link className={styles.link} href={link(ADMIN_PAGES.numbers.path)}>
          {SETUP_PAGE_TEXTS.allNumbers}
        </Link>
      )}
    </>
  )
}
