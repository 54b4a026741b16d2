import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { WriteStream } from 'node:fs'
import path from 'node:path'
import { APP_CLIENT_ID, APP_CLIENT_SECRET, PUBLISHER } from '@partyline/sandbox'
import type { Measurement } from './measurement.ts'
import type { SettableClock } from './settable-clock.ts'

/** The server under test: one process at a time, on the same data. */
export type Server = {
  readonly url: string
  readonly isUp: boolean
  /** How often it exited by itself. */
  readonly endedByItself: number
  start(): Promise<void>
  /** Sends the signal and waits until it has exited. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Advances its clock, if it runs. */
  pass(milliseconds: number): Promise<void>
  /** Its memory and delays, if it runs. */
  measure(): Promise<Measurement>
  close(): Promise<void>
}

type Place = {
  folder: string
  port: number
  sandboxUrl: string
  databaseUrl: string | undefined
  clock: Pick<SettableClock, 'ahead'>
}

export function createServer(place: Place): Server {
  const { folder, port } = place
  const url = `http://localhost:${port}`
  const log = createWriteStream(path.join(folder, 'server.log'), { flags: 'a' })
  const env = environmentOf(place)
  let child: ChildProcess | null = null
  let endedByItself = 0
  let isExpected = false

  return {
    url,
    get isUp() {
      return child !== null
    },
    get endedByItself() {
      return endedByItself
    },
    async start() {
      const started = fork(path.join(import.meta.dirname, 'server-process.ts'), {
        env: { ...process.env, ...env, AHEAD_MS: String(place.clock.ahead) },
        execArgv: ['--expose-gc'],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      isExpected = false
      pipe(started, log)
      const exited = once(started, 'exit').then(() => 'exited')
      const answer = await Promise.race([once(started, 'message').then(() => 'listening'), exited])
      if (answer === 'exited') throw new Error(`The server did not start: see ${log.path.toString()}`)
      child = started
      started.once('exit', () => {
        if (child === started) child = null
        if (!isExpected) endedByItself += 1
      })
    },
    async end(signal) {
      if (!child) return
      const exited = once(child, 'exit')
      isExpected = true
      child.kill(signal)
      await exited
      child = null
    },
    async pass(milliseconds) {
      if (!child) return
      const { promise: passed, resolve } = Promise.withResolvers<void>()
      const asked = child
      asked.once('message', resolve).once('exit', resolve)
      // If it was just killed, its exit follows.
      asked.send(milliseconds, () => {})
      await passed
      asked.off('message', resolve).off('exit', resolve)
    },
    async measure() {
      if (!child) throw new Error('The server is down.')
      const answered = once(child, 'message')
      child.send('measure')
      const [measurement] = (await answered) as [Measurement]
      return measurement
    },
    async close() {
      await this.end('SIGTERM')
      log.end()
    },
  }
}

function pipe(child: ChildProcess, log: WriteStream) {
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
}

/** Like in production, but with higher rate limits. */
function environmentOf({ folder, port, sandboxUrl, databaseUrl }: Place) {
  return {
    PORT: String(port),
    HOST: 'localhost',
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: databaseUrl ?? '',
    REDIS_URL: '',
    ENTRA_CLIENT_ID: APP_CLIENT_ID,
    ENTRA_CLIENT_SECRET: APP_CLIENT_SECRET,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `faults:${randomBytes(32).toString('base64')}`,
    SIGN_UP: 'open',
    MARKETPLACE_TENANT_ID: PUBLISHER.tenantId,
    MARKETPLACE_CLIENT_ID: PUBLISHER.clientId,
    MARKETPLACE_CLIENT_SECRET: PUBLISHER.clientSecret,
    SENDS_PER_MINUTE: '1000000',
    CALLS_PER_MINUTE: '10000000',
    LOG_LEVEL: 'warn',
    WEBHOOK_HOSTS: '127.0.0.1',
    SANDBOX_URL: sandboxUrl,
  }
}
