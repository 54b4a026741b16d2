import type { AccountNumber, DiagnosticsState, User } from '@partyline/contract'
import { Badge, Button } from '@fluentui/react-components'
import { useId } from 'react'
import type { PhoneFormat } from '../../numbers/index.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { openModal } from '../../ui/index.ts'
import { assignedUsersModal, lineHoursModal, twilioNumberModal } from '../admin-modals.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { LINE_CONSENT_TEXTS } from '../consent/line-consent-texts.ts'
import { useDiagnosticsStyles } from '../diagnostics/diagnostics.styles.ts'
import { StateIcon } from '../diagnostics/finding.tsx'
import { hoursSummary } from '../hours/edit-hours.ts'
import { retentionSummary } from '../retention/retention-summary.ts'
import { RETENTION_PAGE_TEXTS } from '../retention/retention-texts.ts'
import { NumberSending } from '../sending/sending-checks.tsx'
import { reachesNoOne } from './default-users.ts'
import { NumberMenu } from './number-menu.tsx'
import { useNumberStyles } from './number.styles.ts'

type Props = { number: AccountNumber; users: readonly User[]; format: PhoneFormat }

/** A number of the account: its check results, a summary of its settings, and its actions. */
export function NumberCard({ number, users, format }: Props) {
  const styles = useNumberStyles()
  const { quiet } = useAdminStyles()
  const heading = useId()
  const times = useTimes()
  const { name, disabled, webhookConfigured, elsewhere, capabilities, hours, awayReply, consent, assignedUsers } =
    number
  const isUnanswered = reachesNoOne(number, users)
  const answering = users.filter((user) => !user.disabled && assignedUsers.includes(user.id))
  const retention = [RETENTION_PAGE_TEXTS.fact, retentionSummary(number, times)] as const
  const facts = [
    [PROVIDER_TEXTS.defaultUsers, answering.map((user) => user.name).join(', ') || PROVIDER_TEXTS.noDefaultUsers],
    [PROVIDER_TEXTS.hours, hoursSummary(hours ?? { week: null })],
    [PROVIDER_TEXTS.awayReply, awayReply ?? PROVIDER_TEXTS.noAwayReply],
    retention,
    ...(consent === 'off' ? [] : [[LINE_CONSENT_TEXTS.title, LINE_CONSENT_TEXTS.names[consent]] as const]),
  ] as const
  return (
    <li className={styles.card} aria-labelledby={heading}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h3 id={heading} className={styles.name} title={name}>
            {name}
          </h3>
          <p className={quiet}>{`${format(number.number)} · ${sends(capabilities)}`}</p>
        </div>
        <Badge className={styles.badge} appearance="tint" color={disabled ? 'subtle' : 'success'}>
          {disabled ? PROVIDER_TEXTS.notInUse : PROVIDER_TEXTS.inUse}
        </Badge>
      </div>
      <dl className={styles.facts}>
        {(disabled ? [retention] : facts).map(([title, words]) => (
          <Fact key={title} title={title} words={words} />
        ))}
      </dl>
      <div>
        {isUnanswered && <Found state="warning" words={PROVIDER_TEXTS.reachesNoOne} />}
        {!disabled && !webhookConfigured && <Found state="warning" words={PROVIDER_TEXTS.notReaching} />}
        <Found
          state={webhookConfigured && elsewhere === null ? 'passed' : 'skipped'}
          words={elsewhere ?? (webhookConfigured ? PROVIDER_TEXTS.reaching : PROVIDER_TEXTS.noWebhook)}
        />
        <NumberSending number={number} />
      </div>
      <div className={styles.actions}>
        {disabled ? (
          <Button onClick={() => openModal(twilioNumberModal, { number, isBeginning: true })}>
            {PROVIDER_TEXTS.use}
          </Button>
        ) : isUnanswered ? (
          <Button onClick={() => openModal(assignedUsersModal, { number })}>{PROVIDER_TEXTS.chooseWhoAnswers}</Button>
        ) : (
          <Button onClick={() => openModal(lineHoursModal, { number })}>{PROVIDER_TEXTS.hoursAndReplies}</Button>
        )}
        <NumberMenu number={number} isUnanswered={isUnanswered} />
      </div>
    </li>
  )
}

function Fact({ title, words }: { title: string; words: string }) {
  const styles = useNumberStyles()
  const { quiet } = useAdminStyles()
  return (
    <>
      <dt className={quiet}>{title}</dt>
      <dd className={styles.fact} title={words} dir="auto">
        {words}
      </dd>
    </>
  )
}

function Found({ state, words }: { state: DiagnosticsState; words: string }) {
  const styles = useDiagnosticsStyles()
  return (
    <div className={styles.sending}>
      <StateIcon state={state} className={styles.sendingIcon} />
      <span className={styles.checkWords}>{words}</span>
    </div>
  )
}

/** The capabilities of a number, according to Twilio. */
function sends({ sms, mms }: AccountNumber['capabilities']): string {
  if (!sms) return PROVIDER_TEXTS.noTexts
  return mms
    ? `${PROVIDER_TEXTS.capabilities.sms}, ${PROVIDER_TEXTS.capabilities.mms}`
    : PROVIDER_TEXTS.capabilities.sms
}
