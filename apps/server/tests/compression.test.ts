// Reads replies as they are on the wire, because fetch would decompress them. Needs the built web app.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { REALTIME, routes } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'

/** Bytes of the page, its scripts and its styles. */
const MAX_FIRST_LOAD = 165_000
/** The build compresses no smaller files. */
const MIN_COMPRESSED = 1024
/** As browsers send it to an HTTPS site. */
const BROWSER = 'gzip, deflate, br, zstd'
const dist = new URL('../../web/dist/', import.meta.url)

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  for (let n = 1; n <= 20; n += 1) await clinic.contact(`Patient ${n}`, `+1202556${1_000 + n}`)
})
afterAll(() => harness.close())

async function transfer(path: string, { method = 'GET', accept = BROWSER }: { method?: string; accept?: string } = {}) {
  const headers = { 'accept-encoding': accept, authorization: `Bearer ${clinic.dana.accessToken}` }
  const { promise, resolve, reject } = Promise.withResolvers<{ encoding: string; vary: string; body: Buffer }>()
  request(harness.url + path, { method, headers })
    .on('error', reject)
    .on('response', (response) => {
      const { 'content-encoding': encoding = 'none', vary = '' } = response.headers
      buffer(response).then((body) => resolve({ encoding, vary, body }), reject)
    })
    .end()
  return promise
}

describe('the web app', () => {
  /** The scripts and styles that the page loads before it can show a chat. */
  async function firstFiles(): Promise<string[]> {
    const page = brotliDecompressSync((await transfer('/')).body).toString()
    return [...page.matchAll(/ (?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  }

  test('transfers at most 165 KB for its first page', async () => {
    const files = await firstFiles()
    expect(files.some((file) => file.endsWith('.js'))).toBe(true)
    expect(files.some((file) => file.endsWith('.css'))).toBe(true)
    const transfers = await Promise.all(['/', ...files].map((file) => transfer(file)))
    const total = transfers.reduce((sum, { body }) => sum + body.length, 0)
    // React alone is larger: a smaller sum would mean that the page was misread.
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThanOrEqual(MAX_FIRST_LOAD)
  })

  test('is sent in the best encoding that the browser accepts', async () => {
    for (const file of await firstFiles()) {
      const content = readFileSync(new URL(`.${file}`, dist))
      if (content.length < MIN_COMPRESSED) continue
      const [brotli, gzip, plain] = await Promise.all(
        [BROWSER, 'gzip', 'identity'].map((accept) => transfer(file, { accept })),
      )
      expect([brotli?.encoding, gzip?.encoding, plain?.encoding]).toEqual(['br', 'gzip', 'none'])
      expect(brotliDecompressSync(brotli?.body ?? '')).toEqual(content)
      expect(gunzipSync(gzip?.body ?? '')).toEqual(content)
      expect(plain?.body).toEqual(content)
      expect(brotli?.vary).toContain('accept-encoding')
    }
  })

  test('does not serve compressed copies by their own paths, nor a page without its nonce', async () => {
    const [file = ''] = await firstFiles()
    const status = async (path: string) => (await fetch(harness.url + path)).status
    expect([await status(file), await status(`${file}.br`), await status(`${file}.gz`)]).toEqual([200, 404, 404])
    expect(await (await fetch(`${harness.url}/index.html`)).text()).not.toContain('__CSP_NONCE__')
  })
})

describe('replies of the API', () => {
  test('are compressed if they are larger than 1 KB', async () => {
    const { path } = routes['numbers.mobile']
    const [brotli, gzip, plain] = await Promise.all(
      [BROWSER, 'gzip', 'identity'].map((accept) => transfer(path, { accept })),
    )
    expect([brotli?.encoding, gzip?.encoding, plain?.encoding]).toEqual(['br', 'gzip', 'none'])
    expect(brotliDecompressSync(brotli?.body ?? '')).toEqual(plain?.body)
    expect(brotli?.body.length).toBeLessThan((plain?.body.length ?? 0) / 3)
  })

  test('are not compressed if they are smaller', async () => {
    expect((await transfer(routes['users.me'].path)).encoding).toBe('none')
  })

  test.each([
    ['the session', 'GET', routes['auth.session'].path],
    ['the token of the sign-in forms', 'GET', routes['auth.csrf'].path],
    ['the sign-in page', 'GET', routes['auth.signInPage'].path],
    ['a sign-in code', 'POST', routes['sessions.signInCode'].path],
    ['a connection of the hub', 'POST', `${REALTIME.hubPath}/negotiate?negotiateVersion=1`],
  ])('are never compressed if they contain a token: %s', async (_, method, path) => {
    expect((await transfer(path, { method })).encoding).toBe('none')
  })
})
