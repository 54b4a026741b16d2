import { setTimeout } from 'node:timers/promises'
import type { LoadResult, WebhookTarget } from '../targets.ts'
import { summaryOf } from './flood.ts'
import { openHttpConnection } from './http-connection.ts'
import { listenToHub } from './hub-listener.ts'
import { webhooks } from './requests.ts'

/** Maximum connections. Twilio opens as many as it needs; here, requests may wait for one, and that time counts. */
const CONNECTIONS = 64
/** Timeout for the last frames, in ms: missing ones count as if they arrived then. */
const TIMEOUT_MS = 20_000
const TICK = 1

export type Paced = {
  readonly target: WebhookTarget
  readonly port: number
  readonly accessToken: string
  readonly webhooksPerSecond: number
  readonly seconds: number
}

/** `answers`: from the time a webhook is due to its response; `frames`: to the frame that shows its text. */
export type PacedResult = {
  readonly answers: LoadResult
  readonly frames: LoadResult
  /** The share of webhooks that were shown before the timeout. */
  readonly shown: number
  /** Time from when the last webhook was due to the last frame, in ms. */
  readonly lag: number
}

/** Sends webhooks on a schedule, and measures when one connection of the hub sees them. */
export async function paceWebhooks({
  target,
  port,
  accessToken,
  webhooksPerSecond,
  seconds,
}: Paced): Promise<PacedResult> {
  const total = Math.max(1, Math.round(webhooksPerSecond * seconds))
  const mark = `Mark ${Math.random().toString(36).slice(2)} `
  const next = webhooks(target, mark)
  const dueAt = new Float64Array(total)
  const seenAt = new Float64Array(total)
  const answers: number[] = []
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openHttpConnection(port)))

  const all = Promise.withResolvers<void>()
  let seen = 0
  const shown = new RegExp(`"text":"${mark}(\\d+):`, 'g')
  const listener = await listenToHub({ port, accessToken }, (frame) => {
    const now = performance.now()
    for (const [, number] of frame.matchAll(shown)) {
      const index = Number(number) - 1
      if (seenAt[index] === 0) seen += 1
      seenAt[index] ||= now
      if (seen === total) all.resolve()
    }
  })

  const startedAt = performance.now() + TICK
  for (let index = 0; index < total; index += 1) dueAt[index] = startedAt + (index * 1_000) / webhooksPerSecond
  let begun = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (begun < total) {
        const due = dueAt[begun] ?? 0
        if (performance.now() < due) {
          await setTimeout(TICK)
          continue
        }
        begun += 1
        const { status, body } = await connection.exchange(next())
        if (status !== 200) throw new Error(`A webhook was answered with ${status}: ${body}`)
        answers.push(performance.now() - due)
      }
    }),
  )
  const answeredAt = performance.now()
  await Promise.race([all.promise, setTimeout(TIMEOUT_MS)])
  const givenUpAt = performance.now()
  for (const connection of connections) connection.close()
  listener.close()

  const arrivedAt = seenAt.map((at) => at || givenUpAt)
  const lastSeen = Math.max(...arrivedAt)
  return {
    answers: { ...summaryOf(answers), perSecond: (total / (answeredAt - startedAt)) * 1_000 },
    frames: {
      ...summaryOf(Array.from(arrivedAt, (at, index) => at - (dueAt[index] ?? 0))),
      perSecond: (seen / (lastSeen - startedAt)) * 1_000,
    },
    shown: seen / total,
    lag: lastSeen - (dueAt.at(-1) ?? 0),
  }
}
