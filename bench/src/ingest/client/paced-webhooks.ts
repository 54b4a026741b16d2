import { setTimeout } from 'node:timers/promises'
import type { LoadResult, WebhookTarget } from '../targets.ts'
import { summaryOf } from './flood.ts'
import { openHttpConnection } from './http-connection.ts'
import { listenToHub } from './hub-listener.ts'
import { webhooks } from './requests.ts'

/** Twilio opens as many as it needs; a request for which none is free waits, and that counts. */
const CONNECTIONS = 64
/** How long the last frames are waited for, in ms: what is not shown by then counts as if it came then. */
const PATIENCE = 20_000
const TICK = 1

export type Paced = {
  readonly target: WebhookTarget
  readonly port: number
  readonly accessToken: string
  readonly webhooksPerSecond: number
  readonly seconds: number
}

/** `answers`: from the moment at which a webhook is due to its answer; `frames`: to the frame that shows its text. */
export type PacedResult = {
  readonly answers: LoadResult
  readonly frames: LoadResult
  /** Of all webhooks, the share that was shown before it was given up. */
  readonly shown: number
  /** The last frame came so long after the last webhook was due, in ms. */
  readonly lag: number
}

/** Webhooks on a schedule, and what one connection of the hub sees of them. */
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
  await Promise.race([all.promise, setTimeout(PATIENCE)])
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
