import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { freePort } from '@partyline/driver'
import { until } from './until.ts'

const REDIS = '/usr/bin/redis-server'

export const hasRedis = existsSync(REDIS)

/** A Redis of the test's own, so that it can be frozen and stopped. */
export type PrivateRedis = {
  url: string
  /** Connections stay open, and new ones are accepted by the kernel, but nothing is answered. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startPrivateRedis(): Promise<PrivateRedis> {
  const port = await freePort()
  let server: ChildProcess | null = null
  async function start() {
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    server = spawn(REDIS, words, { stdio: 'ignore', cwd: '/' })
    await until(() => answersPing(port))
  }
  async function stop() {
    if (!server) return
    const ended = once(server, 'exit')
    // A frozen process does not see a signal that it could handle.
    server.kill('SIGKILL')
    await ended
    server = null
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    stop,
    start,
  }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isUp: boolean) => {
      socket.destroy()
      resolve(isUp)
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (answer) => end(String(answer).startsWith('+PONG')))
    socket.once('error', () => end(false)).once('close', () => end(false))
  })
}
