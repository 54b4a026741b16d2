import { useQuery } from '@tanstack/react-query'
import type { Ping, Realtime } from '../../realtime/index.ts'

/** Milliseconds between two pings while the page is looked at. */
const AGAIN_MS = 15_000

/** How long an answer of the hub takes, asked for again and again while the connection stands since `since`. */
export function usePing(realtime: Realtime, { isConnected, since }: { isConnected: boolean; since: number }) {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['connection', 'ping', since],
    queryFn: () => realtime.ping(),
    enabled: isConnected,
    refetchInterval: AGAIN_MS,
    gcTime: 0,
    // A connection that is lost meanwhile says so itself.
    retry: false,
  })
  const ping: Ping | null = isConnected ? (data ?? null) : null
  return { ping, isMeasuring: isFetching, measure: () => void refetch() }
}
