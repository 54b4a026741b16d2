// Clients that hang up are no fault of the server: they must not look like one in the log.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { calls, routes } from '@partyline/contract'
import type { CallName, CallSchemas } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { keepLog } from './kept-log.ts'

// Ending the session would end the test.
const names = (Object.keys(calls) as CallName[]).filter((name) => name !== 'sessions.endAll')

let harness: OwnHarness
let clinic: Clinic
beforeAll(async () => {
  harness = await startHarness({ env: { LOG_LEVEL: 'error' } })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string }

/** Sends a request, or its beginning, and resets the connection after a pause. */
async function hangUp({ method, path, headers = {}, body = '' }: Sent, afterMs: number | null) {
  const { port, hostname } = new URL(harness.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  await new Promise<void>((resolve) => {
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, () => resolve())
  })
  if (afterMs !== null) await pause(afterMs)
  socket.resetAndDestroy()
}

const json = { 'content-type': 'application/json', 'content-length': '1000' }
const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000' }

test('a client that hangs up at any moment of any call leaves no error in the log', async () => {
  const log = keepLog(harness.app)
  const authorization = `Bearer ${clinic.dana.accessToken}`
  for (const afterMs of [null, 0, 2, 15]) {
    for (const headers of [undefined, { authorization }, { authorization: 'Bearer x' }]) {
      await Promise.all(
        names.map(async (name) => {
          const { method } = routes[name]
          const path = routes[name].path.replaceAll(/\{\w+\}/g, () => randomUUID())
          const { form: takesForm }: CallSchemas = calls[name]
          await hangUp({ method, path, headers }, afterMs)
          if (method !== 'GET') await hangUp({ method, path, headers: { ...headers, ...json }, body: '{"a' }, afterMs)
          if (takesForm) await hangUp({ method, path, headers: { ...headers, ...form }, body: '--x\r\nCont' }, afterMs)
        }),
      )
    }
    await Promise.all(
      ['/nothing', '/chathub/negotiate', '/'].map((path) => hangUp({ method: 'POST', path, headers: json }, afterMs)),
    )
  }
  // The server still answers, after everything above.
  await clinic.dana.get('users.me')
  await pause(200)
  expect(log.lines()).toEqual([])
})
