import type { AccountNumber, DiagnosticsCheck } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useTenant } from '../../settings/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useDiagnosticsStyles } from '../diagnostics/diagnostics.styles.ts'
import { Finding, StateIcon } from '../diagnostics/finding.tsx'
import { toKnown } from '../diagnostics/verdict.ts'
import { SENDING_TEXTS } from './sending-texts.ts'

/** Registrations take days, and a button repeats the checks. */
const ASK_AGAIN_AFTER_MS = 10 * 60_000

/** Whether Twilio and US carriers let the account's numbers text. The page doesn't wait for it. */
function useSendingChecks() {
  const api = useApi()
  const { accountSid, twilioNumbers } = useTenant()
  const numbers = twilioNumbers.map(({ id }) => id)
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: queryKeys.sending(accountSid, numbers),
    queryFn: async ({ signal }) => (await api.call('diagnostics.sending', { signal })).checks.map(toKnown),
    enabled: accountSid !== null,
    staleTime: ASK_AGAIN_AFTER_MS,
    retry: false,
  })
  return { checks: data ?? [], isAsking: isFetching, isFailed: isError && !isFetching, ask: () => void refetch() }
}

export function AskAgain() {
  const { isAsking, ask } = useSendingChecks()
  return (
    <Button icon={<ArrowClockwiseRegular />} disabledFocusable={isAsking} onClick={ask}>
      {isAsking ? SENDING_TEXTS.busy : SENDING_TEXTS.ask}
    </Button>
  )
}

/** Findings that affect all numbers of the account, and checks that Twilio didn't answer. */
export function AccountSending() {
  const styles = useAdminStyles()
  const { checks, isFailed } = useSendingChecks()
  const shown = checks.filter(({ number, state }) => number === null && state !== 'passed')
  if (isFailed) {
    return (
      <p role="alert" className={styles.quiet}>
        {SENDING_TEXTS.failed}
      </p>
    )
  }
  if (shown.length === 0) return null
  return (
    <ul className={styles.list} aria-label={SENDING_TEXTS.account}>
      {shown.map((check) => (
        <li key={check.id}>
          <SendingFinding check={check} />
        </li>
      ))}
    </ul>
  )
}

/** Whether a number may text. */
export function NumberSending({ number: { id } }: { number: AccountNumber }) {
  const styles = useAdminStyles()
  const { checks, isAsking } = useSendingChecks()
  const check = checks.find(({ number }) => number?.id === id)
  if (check) return <SendingFinding check={check} />
  return isAsking ? <span className={styles.itemDetail}>{SENDING_TEXTS.asking}</span> : null
}

function SendingFinding({ check }: { check: DiagnosticsCheck }) {
  const styles = useDiagnosticsStyles()
  return (
    <div className={styles.sending}>
      <StateIcon state={check.state} className={styles.sendingIcon} />
      <div className={styles.checkWords}>
        <Finding check={check} />
      </div>
    </div>
  )
}
