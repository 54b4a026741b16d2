import { readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@partyline/driver'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import { listen } from './hub.ts'
import { hasNginx, runNginx } from './nginx.ts'

const LIMIT = 60
const NGINX_CALLS_FROM = '127.0.0.2'
const site = readFileSync(path.resolve(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')

/** The site of `deploy/`, with its own location, but without TLS and on another port. */
function siteFor(port: number, target: string): string {
  const map = /^map [\s\S]*?^\}/m.exec(site)?.[0] ?? ''
  const location = /^ {2}location \/ \{[\s\S]*?^ {2}\}/m.exec(site)?.[0] ?? ''
  const inner = location.replace(/proxy_pass [^;]+;/, `proxy_pass ${target}; proxy_bind ${NGINX_CALLS_FROM};`)
  return `${map} server { listen 127.0.0.1:${port}; ${inner} }`
}

/** Needs Debian's nginx. */
test.runIf(hasNginx)(
  'nginx as it is deployed says who asks, whatever they claim, and lets the hub through',
  async () => {
    const harness = await startHarness({
      env: { HOST: '127.0.0.1', TRUSTED_PROXIES: NGINX_CALLS_FROM, CALLS_PER_MINUTE: String(LIMIT) },
    })
    onTestFinished(() => harness.close())
    const port = await freePort()
    onTestFinished(await runNginx(port, siteFor(port, `http://127.0.0.1:${new URL(harness.url).port}`)))
    const url = `http://127.0.0.1:${port}`

    const { omar } = await openClinic(harness)
    const listener = await listen(url, omar)
    expect(listener.connection.state).toBe('Connected')
    await listener.connection.stop()

    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const statusFor = async (claimed: string) =>
      (await fetch(`${url}/config.json`, { headers: { 'x-forwarded-for': claimed } })).status
    const statuses: number[] = []
    for (let other = 1; other <= LIMIT + 1; other += 1) statuses.push(await statusFor(`198.51.100.${other}`))
    expect(statuses.at(-1)).toBe(429)
  },
)
