import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Harness } from '../tests/harness.ts'
import { shareHarness } from '../tests/shared-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await shareHarness()
})
afterAll(() => harness.close())

test('the health endpoints report a live and ready process', async () => {
  expect((await fetch(`${harness.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${harness.url}/readyz`)).json()).toEqual({ status: 'ok' })
})

test('every health path named in docs/operations.md, deploy, and the Containerfile exists', async () => {
  const root = path.join(import.meta.dirname, '../../..')
  const deploy = (await readdir(path.join(root, 'deploy'))).map((name) => path.join('deploy', name))
  const files = ['docs/operations.md', 'Containerfile', ...deploy]
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')))
  const named = texts.join().match(/\/(?:health|ready)[\w/-]*/g)
  const addresses = [...new Set(named)].toSorted()
  expect(addresses).toEqual(['/healthz', '/readyz'])
  for (const address of addresses) expect((await fetch(harness.url + address)).status).toBe(200)
})

test('the public configuration has what the browser needs, and no secrets', async () => {
  const config = (await (await fetch(`${harness.url}/config.json`)).json()) as object
  expect(Object.keys(config).toSorted()).toEqual([
    'apiUrl',
    'appName',
    'baseUrl',
    'environment',
    'sessionPollSeconds',
    'teamsOrigins',
    'version',
  ])
})

describe('the API documentation', () => {
  test('is an OpenAPI 3.1 document', async () => {
    const document = (await (await fetch(`${harness.url}/api/docs/json`)).json()) as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/api/v1/chats/{chatId}/messages']?.['post']?.operationId).toBe('messages.send')
  })

  test('is an OpenAPI 3.0 document too, for generators that cannot read 3.1', async () => {
    const document = (await (await fetch(`${harness.url}/api/docs/openapi-3.0.json`)).json()) as object
    expect(document).toMatchObject({ openapi: '3.0.3', servers: [{ url: harness.url }] })
  })

  test('has an HTML page with a content security policy', async () => {
    const page = await fetch(`${harness.url}/api/docs/`)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  })
})

test('an unknown API path answers 404 in the common error format', async () => {
  const response = await fetch(`${harness.url}/api/v1/nothing`)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    operation: null,
    message: 'This does not exist, or it was deleted.',
    details: null,
    error: 'not-found',
    data: null,
    requestId: expect.any(String),
  })
})
