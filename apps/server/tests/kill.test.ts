import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { freePort, signIn } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import { expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import { testEnvironment } from './harness.ts'
import { phoneOf } from './phone.ts'
import { makeTestPlace } from './test-place.ts'
import { until } from './until.ts'

const WRITERS = 4
const KILL_AFTER = 25
/** Texts in progress are given up when their lease of 20 seconds expires, which is the case after the restart. */
const AWAY_MS = 20_000

test('kill -9 while messages are being sent loses no acknowledged message, and sends none twice', async () => {
  const place = await makeTestPlace()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const sandbox = await createSandbox({ port: 0, appUrl: url, pace: { queued: 5, sending: 5, sent: 5 } })
  const env = { ...testEnvironment({ port, ...place }), SANDBOX_URL: sandbox.url }
  const start = async (aheadMs = 0): Promise<ChildProcess> => {
    const child = fork(path.join(import.meta.dirname, 'app-process.ts'), {
      env: { ...process.env, ...env, CLOCK_AHEAD_MS: String(aheadMs) },
    })
    await once(child, 'message')
    return child
  }

  let app = await start()
  const { dana, contact, chat: open } = await openClinic({ sandbox, signIn: (login) => signIn(url, login) })
  const marta = await contact('Marta', '+12025550142')
  const chat = await open('Marta', [dana.id, marta.memberId])
  const acknowledged: string[] = []
  const killed = once(app, 'exit')
  const write = async () => {
    for (;;) {
      const form = new FormData()
      const text = `Text ${randomUUID()}`
      form.set('Message', text)
      const isSent = await dana.get('messages.send', { params: { chatId: chat.id }, form }).catch(() => null)
      if (!isSent) return
      acknowledged.push(text)
      if (acknowledged.length === KILL_AFTER) app.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await killed

  app = await start(AWAY_MS)
  const messages = await until(async () => {
    const page = await dana.get('messages.list', { params: { chatId: chat.id }, query: { limit: 200 } })
    const isQueueEmpty = page.every(({ delivery }) => delivery.every(({ status }) => status !== 'queued'))
    return isQueueEmpty && page
  })
  const kept = messages.map(({ text }) => text)
  expect(kept).toEqual(expect.arrayContaining(acknowledged))

  const delivered = messages.filter(({ delivery }) => delivery.some(({ status }) => status === 'delivered'))
  const received = (await phoneOf(sandbox, marta.number).messages()).map(({ text }) => text)
  expect(received).toHaveLength(new Set(received).size)
  expect(received).toEqual(expect.arrayContaining(delivered.map(({ text }) => text)))

  const ended = once(app, 'exit')
  app.kill('SIGTERM')
  await ended
  await sandbox.close()
  await place.remove()
})
