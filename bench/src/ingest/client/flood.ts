import { percentile } from '../../harness/statistics.ts'
import type { LoadResult, Target } from '../targets.ts'
import { openHttpConnection } from './http-connection.ts'
import { bareCalls, emptyCalls, sends, webhooks } from './requests.ts'
import type { NextRequest } from './requests.ts'

export type Flood = {
  readonly target: Target
  readonly port: number
  /** Number of connections, each with one request in flight. */
  readonly atOnce: number
  readonly seconds: number
}

/** Sends as many requests as the server answers. @throws if a response is not a success */
export async function flood({ target, port, atOnce, seconds }: Flood): Promise<LoadResult> {
  const next = requestsOf(target)
  const connections = await Promise.all(Array.from({ length: atOnce }, () => openHttpConnection(port)))
  const latencies: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1_000
  await Promise.all(
    connections.map(async (connection) => {
      for (let sentAt = performance.now(); sentAt < until; sentAt = performance.now()) {
        const { status, body } = await connection.exchange(next())
        if (status !== 200) throw new Error(`${target.kind} was answered with ${status}: ${body}`)
        latencies.push(performance.now() - sentAt)
      }
    }),
  )
  const elapsed = performance.now() - startedAt
  for (const connection of connections) connection.close()
  return { ...summaryOf(latencies), perSecond: (latencies.length / elapsed) * 1_000 }
}

/** @param latencies in ms, in any order */
export function summaryOf(latencies: readonly number[]): Omit<LoadResult, 'perSecond'> {
  const sorted = Float64Array.from(latencies).toSorted()
  return { answered: latencies.length, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

function requestsOf(target: Target): NextRequest {
  if (target.kind === 'send') return sends(target)
  if (target.kind === 'bare') return bareCalls()
  return target.kind === 'webhook' ? webhooks(target) : emptyCalls()
}
