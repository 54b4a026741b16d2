import type { ServerState } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useGo } from '../../platform/navigation.tsx'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { serverStateQuery, tenantQuery } from '../../settings/index.ts'
import { ADMIN_PAGES } from '../../platform/admin-pages.ts'
import { Card, Loaded, StatusLine } from '../../ui/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { CONNECTION_TEXTS } from './connection-texts.ts'
import { serverVerdictOf } from './connection-verdict.ts'
import { Facts } from './facts.tsx'

/** The server's connection with Twilio, for this organization. */
export function ServerConnection() {
  return (
    <Card title={CONNECTION_TEXTS.server} about={CONNECTION_TEXTS.serverAbout}>
      <Loaded query={serverStateQuery(useApi())}>{(state) => <State state={state} />}</Loaded>
    </Card>
  )
}

function State({ state }: { state: ServerState }) {
  const styles = useAdminStyles()
  const times = useTimes()
  const go = useGo()
  const { dataUpdatedAt } = useQuery(serverStateQuery(useApi()))
  const { data: tenant } = useQuery(tenantQuery(useApi()))
  const hasAccount = tenant?.accountSid !== null
  const verdict = serverVerdictOf(state, dataUpdatedAt)
  const { waiting, waitingSince, unknown, lastReportOn, lastTextOn } = state
  const moment = (at: string | null) =>
    at === null ? CONNECTION_TEXTS.never : <time dateTime={at}>{times.full(at)}</time>
  return (
    <>
      <StatusLine isWell={hasAccount && verdict === 'good'}>
        {hasAccount ? CONNECTION_TEXTS[verdict] : CONNECTION_TEXTS.noAccount}
      </StatusLine>
      <Facts
        facts={[
          [
            CONNECTION_TEXTS.waiting,
            waitingSince === null
              ? CONNECTION_TEXTS.none
              : CONNECTION_TEXTS.waitingSince(waiting, times.full(waitingSince)),
          ],
          [CONNECTION_TEXTS.unresolved, unknown === 0 ? CONNECTION_TEXTS.none : unknown.toLocaleString('en-US')],
          [CONNECTION_TEXTS.lastReport, moment(lastReportOn)],
          [CONNECTION_TEXTS.lastText, moment(lastTextOn)],
        ]}
      />
      <div className={styles.row}>
        {hasAccount ? (
          <Button onClick={() => go(ADMIN_PAGES.diagnostics.path)}>{CONNECTION_TEXTS.toDiagnostics}</Button>
        ) : (
          <Button onClick={() => go(ADMIN_PAGES.numbers.path)}>{CONNECTION_TEXTS.toTwilio}</Button>
        )}
      </div>
    </>
  )
}
