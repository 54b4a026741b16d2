import { Button } from '@fluentui/react-components'
import { useTimes } from '../../platform/platform-context.tsx'
import { useOnline } from '../../platform/use-online.ts'
import { useStore } from '../../platform/use-store.ts'
import type { Realtime, Ping } from '../../core/realtime/realtime.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { CONNECTION_TEXTS, VERDICT_TEXTS } from './connection-texts.ts'
import { verdictOf } from './connection-verdict.ts'
import { Facts } from './facts.tsx'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { Card, StatusLine } from '../../ui/index.ts'

/** The hub connection of this tab. */
export function BrowserConnection({ realtime }: { realtime: Realtime }) {
  const styles = useAdminStyles()
  const online = useOnline()
  const { state, since, lostOn } = useStore(realtime.facts)
  const isConnected = online && state === 'Connected'
  const { ping, isMeasuring, measure } = usePing(realtime, { isConnected, since })
  const verdict = verdictOf({ online, state, ping })
  const { state: words, advice } = VERDICT_TEXTS[verdict]
  const answer = ping ? CONNECTION_TEXTS.milliseconds(ping.ms) : isMeasuring && CONNECTION_TEXTS.measuring
  return (
    <Card title={CONNECTION_TEXTS.here} about={CONNECTION_TEXTS.hereAbout}>
      <StatusLine isWell={verdict === 'good'}>{advice}</StatusLine>
      <Facts
        facts={[
          [CONNECTION_TEXTS.state, words],
          [CONNECTION_TEXTS.since, <Moment key="since" at={since} />],
          [CONNECTION_TEXTS.way, ping ? CONNECTION_TEXTS.ways[ping.transport] : CONNECTION_TEXTS.unknown],
          [CONNECTION_TEXTS.answer, answer || CONNECTION_TEXTS.unknown],
          [CONNECTION_TEXTS.lost, lostOn === null ? CONNECTION_TEXTS.neverLost : <Moment key="lost" at={lostOn} />],
        ]}
      />
      <div className={styles.row}>
        {isConnected ? (
          <Button disabledFocusable={isMeasuring} onClick={measure}>
            {CONNECTION_TEXTS.measure}
          </Button>
        ) : (
          <Button
            appearance="primary"
            disabledFocusable={!online || state === 'Connecting'}
            onClick={() => void realtime.wake()}
          >
            {CONNECTION_TEXTS.again}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Moment({ at }: { at: number }) {
  const times = useTimes()
  const instant = new Date(at).toISOString()
  return <time dateTime={instant}>{times.full(instant)}</time>
}

/** Milliseconds between pings while the page is visible. */
const PING_INTERVAL_MS = 15_000

/** The round-trip time to the hub, measured repeatedly while connected. */
function usePing(realtime: Realtime, { isConnected, since }: { isConnected: boolean; since: number }) {
  const { data, isFetching, refetch } = useQuery({
    queryKey: queryKeys.ping(since),
    queryFn: () => realtime.ping(),
    enabled: isConnected,
    refetchInterval: PING_INTERVAL_MS,
    gcTime: 0,
    // If the connection is lost, its state shows it.
    retry: false,
  })
  const ping: Ping | null = isConnected ? (data ?? null) : null
  return { ping, isMeasuring: isFetching, measure: () => void refetch() }
}
