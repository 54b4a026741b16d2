import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { PRESENCE } from '@partyline/contract'
import { freePort, signIn } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { scrape } from '../src/metrics/tests/scrape.ts'
import { openClinic } from './clinic.ts'
import { testEnvironment } from './harness.ts'
import { listen } from './hub.ts'
import { hasRedis, startPrivateRedis } from './private-redis.ts'
import { makeTestPlace } from './test-place.ts'
import { until } from './until.ts'

const METRICS_TOKEN = 'a-token-that-only-prometheus-has-'

test.runIf(hasRedis)(
  'with a frozen Redis, a server answers, sends, and reports it in its metrics, and stops on SIGTERM',
  async () => {
    const redis = await startPrivateRedis()
    onTestFinished(() => redis.stop())
    const place = await makeTestPlace()
    onTestFinished(() => place.remove())
    const port = await freePort()
    const url = `http://localhost:${port}`
    const sandbox = await createSandbox({ port: 0, appUrl: url, pace: { queued: 5, sending: 5, sent: 5 } })
    onTestFinished(() => sandbox.close())
    const env = {
      ...testEnvironment({ port, ...place }),
      REDIS_URL: redis.url,
      SANDBOX_URL: sandbox.url,
      METRICS_TOKEN,
    }
    const server = fork(path.join(import.meta.dirname, 'app-process.ts'), { env: { ...process.env, ...env } })
    onTestFinished(() => void server.kill('SIGKILL'))
    await once(server, 'message')
    const { dana, omar, contact, chat: open } = await openClinic({ sandbox, signIn: (login) => signIn(url, login) })
    const marta = await contact('Marta', '+12025550142')
    const chat = await open('Marta', [dana.id, omar.id, marta.memberId])
    const browser = await listen(url, omar)
    onTestFinished(() => browser.connection.stop())
    const redisUp = async () => (await scrape(url, METRICS_TOKEN)).series.get('partyline_redis_up')
    await until(async () => (await redisUp()) === 1)

    redis.freeze()
    const presence = { chatId: chat.id, writing: true }
    for (const _ of [1, 2, 3]) await browser.connection.invoke(PRESENCE.serverMethod, presence)
    const form = new FormData()
    form.set('Message', 'Still here')
    await dana.get('messages.send', { params: { chatId: chat.id }, form })
    await until(async () => sandbox.log.some(({ to }) => to === marta.number))
    await until(async () => browser.events().some(({ kind }) => kind === 'MessageAddedToChat'))
    await until(async () => (await redisUp()) === 0)

    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)
