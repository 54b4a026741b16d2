import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webApp } from './index.ts'

const app = fastify()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partyline-web-'))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>')
  const config = { PUBLIC_URL: 'https://texts.example', API_URL: 'https://texts.example', TEAMS_ORIGINS: [] }
  await app.register(webApp, { folder, config })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each(['/', '/chats/1', '/admin', '/teams-app/chats', '/auth/signin'])(
  '%s may not use the device beyond what the app needs',
  async (url) => {
    const policy = String((await app.inject({ url })).headers['permissions-policy'])
    for (const feature of ['camera', 'microphone', 'geolocation']) expect(policy).toContain(`${feature}=()`)
  },
)

test.each(['/', '/chats/1', '/admin'])('%s shares no window with other sites', async (url) => {
  expect((await app.inject({ url })).headers['cross-origin-opener-policy']).toBe('same-origin')
})

test.each(['/teams-app/chats', '/auth/teams', '/auth/teams/consent', '/auth/error', '/admin/consent?error=x'])(
  '%s keeps the window that opened it: Teams waits for its answer',
  async (url) => {
    expect((await app.inject({ url })).headers['cross-origin-opener-policy']).toBeUndefined()
  },
)

test.each(['//', '//evil.example/x', '/%', '/?toString=1'])('%s is answered without a server error', async (url) => {
  expect((await app.inject({ url })).statusCode).toBeLessThan(500)
})
