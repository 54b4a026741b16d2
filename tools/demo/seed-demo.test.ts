import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, freshDatabase, signIn } from '@partyline/driver'
import { APP_CLIENT_ID, APP_CLIENT_SECRET, createSandbox, outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import { expect, onTestFinished, test } from 'vitest'
import { demoSecrets } from './demo-secrets.ts'
import { seedDemo } from './seed-demo.ts'
import { STORIES } from './stories.ts'

test('interrupted seeding continues where it stopped', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-seed-'))
  const database = await freshDatabase()
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const sandbox = await createSandbox({ port: 0, appUrl, pace: { queued: 100, sending: 0, sent: 0 } })
  const config = readConfig({
    HOST: 'localhost',
    PORT: String(port),
    PUBLIC_URL: appUrl,
    ENTRA_CLIENT_ID: APP_CLIENT_ID,
    ENTRA_CLIENT_SECRET: APP_CLIENT_SECRET,
    SIGN_UP: 'open',
    LOG_LEVEL: 'silent',
    SENDS_PER_MINUTE: '1000',
    ...demoSecrets(dataDir),
    DATA_DIR: dataDir,
    ...(database.url && { DATABASE_URL: database.url }),
  })
  const start = async () => {
    const app = await createApp({ config, outside: outsideThrough(sandbox.url) })
    await app.start()
    return app
  }
  const seed = () => seedDemo({ appUrl, sandboxUrl: sandbox.url, world: sandbox.world })

  const first = await start()
  const interrupted = seed().then(
    () => 'complete',
    () => 'interrupted',
  )
  while (sandbox.log.length < 3) await wait(10)
  await first.close()
  expect(await interrupted).toBe('interrupted')

  const second = await start()
  onTestFinished(async () => {
    await second.close()
    await sandbox.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await seed()
  const admin = await signIn(appUrl, 'dana@lakeside.example')
  const chats = await admin.get('chats.search', { body: { limit: 200 } })
  expect(chats.map(({ name }) => name).toSorted()).toEqual(STORIES.map(({ name }) => name).toSorted())
  for (const { name, texts } of STORIES) {
    const chatId = chats.find((chat) => chat.name === name)?.id ?? ''
    const { messages } = await admin.get('chats.get', { params: { chatId } })
    expect(messages.map(({ text }) => text)).toEqual(expect.arrayContaining(texts.map(({ text }) => text)))
  }
  // A phone answers what has arrived on it.
  const toms = STORIES.find(({ name }) => name === 'Tom Becker')
  const onPhone = await fetch(`${sandbox.url}/sandbox/phones/${encodeURIComponent('+12025550171')}/messages`)
  const texts = (await onPhone.json()) as { text: string }[]
  expect(texts.map(({ text }) => text)).toEqual(toms?.texts.map(({ text }) => text))
})
