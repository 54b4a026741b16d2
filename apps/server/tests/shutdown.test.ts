import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { listen } from './hub.ts'
import { createMeddlingOutside } from './meddling-outside.ts'
import { createMovingClock } from './moving-clock.ts'
import { until } from './until.ts'

const SHUTDOWN_MS = 20_000

test('a server that stops settles texts in progress, is not ready meanwhile, and closes hub connections', async () => {
  const way = createMeddlingOutside()
  const harness = await startHarness({ outside: way.through })
  onTestFinished(() => harness.close())
  const { dana, contact, chat: open } = await openClinic(harness)
  const marta = await contact('Marta', '+12025550142')
  const chat = await open('Marta', [dana.id, marta.memberId])
  const ready = async () => (await fetch(`${harness.url}/readyz`)).status
  expect(await ready()).toBe(200)
  const browser = await listen(harness.url, dana)

  const held = way.holdNextAnswer()
  const form = new FormData()
  form.set('Message', 'The last one')
  await dana.get('messages.send', { params: { chatId: chat.id }, form })
  await held.sid
  harness.sandbox.faults.set({ faults: { missingCallbacks: {} } })
  const restarted = harness.restart()
  await until(async () => (await ready()) === 503)
  // Calls are answered meanwhile, and their texts are left to the next process.
  const late = new FormData()
  late.set('Message', 'A late one')
  expect((await dana.call('messages.send', { params: { chatId: chat.id }, form: late })).status).toBe(200)
  held.release()
  await restarted
  await browser.closed

  const posts = () => harness.sandbox.log.filter(({ to }) => to === marta.number).length
  await until(async () => posts() === 2)
  const messages = await dana.get('messages.list', { params: { chatId: chat.id } })
  const statuses = messages.map(({ delivery }) => delivery.find(({ memberId }) => memberId !== dana.id)?.status)
  expect(statuses).not.toContain('unknown')
  expect(posts()).toBe(2)
})

test('a server that stops does not wait forever for an incomplete request', async () => {
  const clock = createMovingClock()
  const harness = await startHarness({ clock })
  onTestFinished(() => harness.close())
  const { port, hostname } = new URL(harness.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(
    `POST /api/v1/webhooks/twilio/messages HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n`,
  )
  // The response shows that the head was read. Before that the connection is idle and would be closed at once.
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 100 /)

  const closed = harness.app.close()
  await until(async () => !harness.app.http.server.listening)
  clock.pass(SHUTDOWN_MS)
  await closed
  expect(await connections(harness)).toBe(1)
})

const connections = ({ app }: OwnHarness) => promisify(app.http.server.getConnections.bind(app.http.server))()
