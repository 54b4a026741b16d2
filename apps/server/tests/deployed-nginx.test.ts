import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:http2'
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { freePort } from '@partyline/driver'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import { listen } from './hub.ts'
import { hasNginx, runNginx } from './nginx.ts'

const LIMIT = 60
const NGINX_CALLS_FROM = '127.0.0.2'
const OPENSSL = '/usr/bin/openssl'
const site = readFileSync(path.resolve(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')

/** The site of `deploy/`, with its own location, but without TLS and on another port. */
function siteFor(port: number, target: string): string {
  const map = /^map [\s\S]*?^\}/m.exec(site)?.[0] ?? ''
  const location = /^ {2}location \/ \{[\s\S]*?^ {2}\}/m.exec(site)?.[0] ?? ''
  const inner = location.replace(/proxy_pass [^;]+;/, `proxy_pass ${target}; proxy_bind ${NGINX_CALLS_FROM};`)
  return `${map} server { listen 127.0.0.1:${port}; ${inner} }`
}

/** The entire site with test ports, certificate, and log files. */
function wholeSiteFor({ ports, target, folder }: { ports: [number, number]; target: string; folder: string }): string {
  return site
    .replaceAll(/^.*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports[0]};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports[1]} `)
    .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+/g, folder)
    .replaceAll('/var/log/nginx', folder)
    .replace(/proxy_pass [^;]+;/, `proxy_pass ${target};`)
}

/** Makes a certificate in the folder, under the names that the site has for it. */
async function makeCertificate(folder: string) {
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`]
  const kind = ['-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '1', '-subj', '/CN=texts.example']
  await promisify(execFile)(OPENSSL, ['req', ...kind, ...files])
}

async function get(session: ClientHttp2Session, url: string) {
  const stream = session.request({ ':path': url, 'accept-encoding': 'gzip, deflate, br' })
  const answered = Promise.withResolvers<IncomingHttpHeaders>()
  stream.once('response', answered.resolve).once('error', answered.reject)
  const headers = await answered.promise
  return { headers, body: await buffer(stream) }
}

/** Needs Debian's nginx. */
test.runIf(hasNginx)(
  'the deployed nginx passes the client’s address on, ignores claimed ones, and forwards the hub',
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

/** Needs Debian's nginx, and OpenSSL's program for a certificate. */
test.runIf(hasNginx && existsSync(OPENSSL))(
  'the deployed nginx speaks HTTP/2, and passes compressed pages on unchanged',
  async () => {
    const harness = await startHarness({ env: { HOST: '127.0.0.1' } })
    onTestFinished(() => harness.close())
    const folder = await mkdtemp(path.join(tmpdir(), 'partyline-tls-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await makeCertificate(folder)
    const ports: [number, number] = [await freePort(), await freePort()]
    const target = `http://127.0.0.1:${new URL(harness.url).port}`
    onTestFinished(await runNginx(ports[1], wholeSiteFor({ ports, target, folder })))

    const session = connect(`https://127.0.0.1:${ports[1]}`, { rejectUnauthorized: false })
    onTestFinished(() => session.destroy())
    const page = await get(session, '/')
    expect(session.alpnProtocol).toBe('h2')
    expect([page.headers[':status'], page.headers['content-encoding']]).toEqual([200, 'br'])
    const assets =
      brotliDecompressSync(page.body)
        .toString()
        .match(/\/assets\/[^"]+\.js/g) ?? []
    const copyOf = (asset: string) => path.resolve(import.meta.dirname, `../../web/dist${asset}.br`)
    const script = assets.find((asset) => existsSync(copyOf(asset))) ?? ''
    const file = await get(session, script)
    expect([file.headers[':status'], file.headers['content-encoding']]).toEqual([200, 'br'])
    expect(file.body.equals(readFileSync(copyOf(script)))).toBe(true)
  },
)
