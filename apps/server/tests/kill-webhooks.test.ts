import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { HookEvent, HookEventId } from '@partyline/contract'
import { freePort, signIn } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import { expect, test } from 'vitest'
import { startReceiver, verified } from '../src/hooks/tests/receiver.ts'
import { openClinic } from './clinic.ts'
import { testEnvironment } from './harness.ts'
import { makeTestPlace } from './test-place.ts'
import { formOf } from './texting.ts'
import { until } from './until.ts'

/** Their clocks stay within the five minutes that a signature is valid. */
const KILLS = 4
const TEXTS_PER_KILL = 18
const SEVERAL_STARTS_MS = 300_000
/** Longer than the lease of an event, which is given up with its process. */
const AWAY_MS = 61_000

test(
  'kill -9 while events are posted: none is lost, repeats share their ID, and none follows a recorded success',
  { timeout: SEVERAL_STARTS_MS },
  async () => {
    const place = await makeTestPlace()
    const port = await freePort()
    const url = `http://localhost:${port}`
    const sandbox = await createSandbox({ port: 0, appUrl: url, pace: { queued: 5, sending: 5, sent: 5 } })
    const env = { ...testEnvironment({ port, ...place }), SANDBOX_URL: sandbox.url }
    let starts = 0
    const start = async (): Promise<ChildProcess> => {
      const child = fork(path.join(import.meta.dirname, 'app-process.ts'), {
        env: { ...process.env, ...env, CLOCK_AHEAD_MS: String(starts * AWAY_MS) },
      })
      starts += 1
      await once(child, 'message')
      return child
    }

    let app = await start()
    const receiver = await startReceiver()
    const { dana, contact, chat: open } = await openClinic({ sandbox, signIn: (login) => signIn(url, login) })
    const marta = await contact('Marta', '+12025550142')
    const chat = await open('Marta', [dana.id, marta.memberId])
    const events = ['message.sent' as const, 'message.status' as const]
    const { hook, secret } = await dana.get('hooks.create', { body: { url: receiver.url, events } })

    async function log(): Promise<HookEvent[]> {
      const all: HookEvent[] = []
      for (let before: HookEventId | undefined; ; before = all.at(-1)?.id) {
        const query = { limit: 200, ...(before && { before }) }
        const page = await dana.get('hooks.events', { params: { hookId: hook.id }, query })
        all.push(...page)
        if (page.length < 200) return all
      }
    }

    const acknowledged: string[] = []
    async function say(text: string) {
      const sent = await dana
        .get('messages.send', { params: { chatId: chat.id }, form: formOf(text) })
        .catch(() => null)
      if (sent) acknowledged.push(sent.id)
    }

    /** Delivered according to the database, at a time when so many requests had been received. */
    const recorded: { ids: Set<string>; after: number }[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killed = once(app, 'exit')
      const last = receiver.received.length + 5 + 4 * kill
      const isAnswered = kill % 2 === 0
      receiver.answer(() => {
        if (receiver.received.length < last) return kill % 3 === 1 && receiver.received.length % 7 === 0 ? 500 : 204
        // Between the request and the record of its outcome, with and without an answer.
        app.kill('SIGKILL')
        return isAnswered ? 204 : 'hang'
      })
      await Promise.all(Array.from({ length: TEXTS_PER_KILL }, (_, nth) => say(`Text ${kill} ${nth}`)))
      await killed
      receiver.answer(204)
      app = await start()
      const ids = (await log()).filter(({ state }) => state === 'delivered').map(({ id }) => id)
      recorded.push({ ids: new Set(ids), after: receiver.received.length })
    }

    /** The deliveries that are over, as the team sees them. */
    const outcomes = async () => {
      const page = await dana.get('messages.list', { params: { chatId: chat.id }, query: { limit: 200 } })
      return page
        .filter(({ id }) => acknowledged.includes(id))
        .map(({ id, delivery }) => ({
          id,
          status: delivery.find(({ memberId }) => memberId === marta.memberId)?.status,
        }))
    }
    const wasTold = ({ id, status }: { id: string; status: string | undefined }) =>
      receiver.received.some(({ body }) => body.includes(`"id":"${id}"`) && body.includes(`"status":"${status}"`))
    const all = await until(async () => {
      const events = await log()
      return events.every(({ state }) => state === 'delivered') && (await outcomes()).every(wasTold) && events
    })
    expect(all.length).toBeGreaterThan(150)
    const receivedIds = new Set<string>(receiver.received.map(({ id }) => id))
    expect(receivedIds).toEqual(new Set(all.map(({ id }) => id)))
    const bodies = receiver.received.map((one) => ({ ...one, of: verified(one, secret) }))
    for (const id of acknowledged) {
      expect(bodies.some(({ of }) => of.type === 'message.sent' && of.data['id'] === id)).toBe(true)
    }
    for (const same of Map.groupBy(receiver.received, ({ id }) => id).values()) {
      expect(new Set(same.map(({ body }) => body)).size).toBe(1)
    }
    // Something was repeated, and nothing after its success was recorded.
    expect(receiver.received.length).toBeGreaterThan(receivedIds.size)
    for (const { ids, after } of recorded) {
      expect(receiver.received.slice(after).filter(({ id }) => ids.has(id))).toEqual([])
    }

    const ended = once(app, 'exit')
    app.kill('SIGTERM')
    await ended
    await receiver.close()
    await sandbox.close()
    await place.remove()
  },
)
