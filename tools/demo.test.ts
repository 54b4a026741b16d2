import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@partyline/driver'
import { lockFolder } from '@partyline/server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

/** A busy machine takes more than a minute to create two databases. */
const STARTING_MS = 240_000
const TIMEOUT_MS = 300_000

async function emptyFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-demo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function startDemo(cwd: string, env: Record<string, string>) {
  const demo = spawn(process.execPath, [path.join(import.meta.dirname, 'demo.ts')], {
    cwd,
    env: { ...env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    if (demo.exitCode !== null || demo.signalCode !== null) return
    demo.kill('SIGKILL')
    await once(demo, 'exit')
  })
  return demo
}

const freePorts = async () => ({ PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) })

test('two demos can run at the same time on different ports', { timeout: TIMEOUT_MS }, async () => {
  const folder = await emptyFolder()
  const ready = [await freePorts(), await freePorts()].map(async (ports) => {
    const demo = startDemo(folder, ports)
    while (demo.exitCode === null) {
      const answer = await fetch(`http://localhost:${ports.PORT}/readyz`).catch(() => null)
      if (answer?.ok) return 'ready'
      await wait(100)
    }
    return text(demo.stderr)
  })
  expect(await Promise.all(ready)).toEqual(['ready', 'ready'])
})

test('a demo does not use a folder that another process uses', async () => {
  const folder = await emptyFolder()
  const unlock = await lockFolder(folder)
  onTestFinished(unlock)
  const demo = startDemo(folder, { ...(await freePorts()), DATA_DIR: folder })
  const [complaint] = await Promise.all([text(demo.stderr), once(demo, 'exit')])
  expect(demo.exitCode).toBe(1)
  expect(complaint).toContain('Another process uses the data folder')
  expect(await readdir(folder)).toEqual([])
})

describe('npm start', () => {
  /** The same installation each time: to create a database takes longer than all of the rest. */
  let settings: Record<string, string>
  beforeAll(async () => {
    settings = { ...(await freePorts()), DATA_DIR: await mkdtemp(path.join(tmpdir(), 'partyline-demo-')) }
  })
  afterAll(() => rm(settings['DATA_DIR'] ?? '', { recursive: true, force: true }))

  test.each([
    ['SIGTERM to npm', 'SIGTERM', 1],
    ['SIGINT to the group, as by Ctrl+C', 'SIGINT', -1],
    ['SIGTERM to the group, as by kill %1', 'SIGTERM', -1],
    ['SIGHUP to the group, as by closing the terminal', 'SIGHUP', -1],
  ] as const)('ends with %s, and its ports are free', { timeout: TIMEOUT_MS }, async (_, signal, target) => {
    // Without scripts around it, such as the build.
    const npm = spawn('npm', ['start', '--ignore-scripts'], {
      cwd: path.join(import.meta.dirname, '..'),
      env: { ...settings, PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      stdio: 'ignore',
      detached: true,
    })
    const { pid } = npm
    if (pid === undefined) throw new Error('npm did not start.')
    const groupIsAlive = () => {
      try {
        return process.kill(-pid, 0)
      } catch {
        return false
      }
    }
    onTestFinished(() => void (groupIsAlive() && process.kill(-pid, 'SIGKILL')))
    const answers = (port: string) =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(() => answers(settings['PORT'] ?? ''), { timeout: STARTING_MS }).toBe(true)
    process.kill(target * pid, signal)
    for (const name of ['PORT', 'SANDBOX_PORT']) await expect.poll(() => answers(settings[name] ?? '')).toBe(false)
    await expect.poll(groupIsAlive).toBe(false)
  })
})
