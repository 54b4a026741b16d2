import { freePort } from '@partyline/driver'
import { HttpTransportType } from '@microsoft/signalr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'
import { listen } from './hub.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { until } from './until.ts'

const UPGRADE = 'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";'
const { LongPolling, ServerSentEvents } = HttpTransportType
const NO_WORD_OF_BUFFERING = 'proxy_http_version 1.1; proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;'

/** Needs Debian's nginx. */
describe.runIf(hasNginx)('the hub behind nginx', () => {
  let harness: Harness
  let clinic: Clinic
  beforeAll(async () => {
    harness = await shareHarness()
    clinic = await openClinic(harness)
  })
  afterAll(() => harness?.close())

  test.each([
    ['works with upgrades', UPGRADE, undefined],
    ['falls back without upgrades', 'proxy_http_version 1.1;', undefined],
    ['works with buffered responses', 'proxy_http_version 1.1; proxy_buffering on;', ServerSentEvents],
    ['works if X-Accel-Buffering is ignored', NO_WORD_OF_BUFFERING, ServerSentEvents],
    ['works over HTTP/1.0 with long polling', '', LongPolling],
  ])('%s', async (_, lines, transport) => {
    const port = await freePort()
    const stop = await startNginx(port, harness.url, lines)
    const listener = await listen(`http://127.0.0.1:${port}`, clinic.omar, transport)
    const chat = await clinic.chat(`Through ${port}`, [clinic.dana.id])
    const event = await until(async () => listener.events().find(({ chatId }) => chatId === chat.id))
    expect(event.kind).toBe('ChatCreated')
    await listener.connection.stop()
    await stop()
  })
})
