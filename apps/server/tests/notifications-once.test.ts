// One text makes one notification, also if a process is killed, or two run at once.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort, signIn } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import type { Sandbox } from '@partyline/sandbox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { testEnvironment } from './harness.ts'
import { makeTestPlace } from './test-place.ts'
import type { TestPlace } from './test-place.ts'
import { createTexting } from './texting.ts'
import { until } from './until.ts'

/** A text is pushed after 30 seconds. A process looks for what others have left when it starts. */
const AHEAD_MS = 31_000
const MUCH_LATER_MS = 200_000

let place: TestPlace
let sandbox: Sandbox
let env: Record<string, string>
let clinic: Clinic
let running: ChildProcess[] = []
let endpoint: string

async function start(aheadMs: number, more: Record<string, string> = {}): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'app-process.ts'), {
    env: { ...process.env, ...env, ...more, CLOCK_AHEAD_MS: String(aheadMs) },
  })
  await once(child, 'message')
  running.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  running = running.filter((each) => each !== child)
}

/** Omar has a device, and a text arrives; the process is killed before anyone is told. */
beforeEach(async () => {
  place = await makeTestPlace()
  const port = await freePort()
  const url = `http://localhost:${port}`
  sandbox = await createSandbox({ port: 0, appUrl: url, pace: { queued: 5, sending: 5, sent: 5 } })
  env = { ...testEnvironment({ port, ...place }), SANDBOX_URL: sandbox.url }
  const first = await start(0)
  clinic = await openClinic({ sandbox, signIn: (login) => signIn(url, login) })
  const texting = createTexting({ sandbox }, clinic)
  const { chat, phones } = await texting.newChat(['Ann'])
  const device = sandbox.push.subscribe()
  endpoint = device.endpoint
  await clinic.omar.get('push.add', { body: device })
  await phones[0]?.send(texting.frontDesk, 'Hello')
  await texting.messages(chat, 1)
  await kill(first)
})
afterEach(async () => {
  await Promise.all(running.map(kill))
  await sandbox.close()
  await place.remove()
})

const pushes = () => sandbox.push.messages(endpoint).length
const isDecided = async () => (await clinic.omar.get('notifications.get')).last !== null

test('a process that is killed before it decided loses nothing', async () => {
  await start(AHEAD_MS)
  await until(async () => pushes() > 0)
  expect(pushes()).toBe(1)
})

test('a process that is killed while it sends sends nothing twice', async () => {
  sandbox.push.setFault(endpoint, { fault: 'hang' })
  const second = await start(AHEAD_MS)
  await until(isDecided)
  await until(async () => sandbox.push.attempts(endpoint) > 0)
  await kill(second)
  sandbox.push.setFault(endpoint, { fault: null })
  await start(MUCH_LATER_MS)
  await until(isDecided)
  expect([pushes(), sandbox.push.attempts(endpoint)]).toEqual([0, 1])
})

/** The embedded database belongs to one process. */
test.runIf(process.env['DATABASE_URL'])('two processes send it once', async () => {
  const other = String(await freePort())
  await Promise.all([start(AHEAD_MS), start(AHEAD_MS, { PORT: other })])
  await until(async () => pushes() > 0)
  await until(isDecided)
  expect(sandbox.push.attempts(endpoint)).toBe(1)
})
