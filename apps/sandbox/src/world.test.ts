import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { World } from '@partyline/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { FRONT_DESK, MARTA, PIXEL, sdkFor, setWebhook, startSandbox, textFrom, textsOn } from './tests/driver.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a restart keeps messages, threads, pictures, settings, and opt-outs', async () => {
  const dataDir = await temporaryFolder()
  const before = await startSandbox({ dataDir })
  await setWebhook(before, { smsUrl: 'http://127.0.0.1:9/in' })
  const media = [{ contentType: 'image/png', base64: PIXEL.toString('base64') }]
  await textFrom(before, MARTA, { to: FRONT_DESK, text: 'Look', media })
  await textFrom(before, '+12025550120', { to: FRONT_DESK, text: 'STOP' })
  await expect.poll(async () => (await textsOn(before, '+12025550120')).length).toBe(2)
  await before.close()

  const after = await startSandbox({ dataDir })
  const client = sdkFor(after)
  expect(after.world).toEqual(before.world)
  expect((await client.incomingPhoneNumbers.list({ limit: 1 }))[0]?.smsUrl).toBe('http://127.0.0.1:9/in')
  expect((await client.messages.list()).map(({ direction }) => direction)).toEqual([
    'outbound-reply',
    'inbound',
    'inbound',
  ])
  const [text] = await textsOn(after, MARTA)
  expect(text).toMatchObject({ text: 'Look', direction: 'sent' })
  expect(Buffer.from(await (await fetch(text?.media[0] ?? '')).arrayBuffer())).toEqual(PIXEL)
  await expect(client.messages.create({ from: FRONT_DESK, to: '+12025550120', body: 'Hi' })).rejects.toMatchObject({
    code: 21610,
  })
})

test('a message in progress at shutdown continues after the restart, and arrives once', async () => {
  const dataDir = await temporaryFolder()
  const before = await startSandbox({ dataDir, pace: { queued: 1, sending: 1, sent: 60_000 } })
  const { sid } = await sdkFor(before).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello' })
  await expect.poll(async () => (await sdkFor(before).messages(sid).fetch()).status).toBe('sent')
  await before.close()

  const after = await startSandbox({ dataDir })
  await expect.poll(async () => (await sdkFor(after).messages(sid).fetch()).status).toBe('delivered')
  expect(await textsOn(after, MARTA)).toHaveLength(1)
})

test('a text that reached the phone just before shutdown is not shown twice after the restart', async () => {
  const dataDir = await temporaryFolder()
  const before = await startSandbox({ dataDir })
  const { sid } = await sdkFor(before).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello' })
  await expect.poll(async () => (await sdkFor(before).messages(sid).fetch()).status).toBe('delivered')
  await before.close()
  // Simulates a kill after the phone got the text and before `delivered` was written.
  const file = path.join(dataDir, 'sandbox.jsonl')
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(lines.at(-1)).toContain('"status":"delivered"')
  await writeFile(file, `${lines.slice(0, -1).join('\n')}\n`)

  const after = await startSandbox({ dataDir })
  await expect.poll(async () => (await sdkFor(after).messages(sid).fetch()).status).toBe('delivered')
  expect(await textsOn(after, MARTA)).toHaveLength(1)
})

test('what was acknowledged survives kill -9 of the process', async () => {
  const dataDir = await temporaryFolder()
  const main = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, SANDBOX_PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void main.kill('SIGKILL'))
  const [line] = (await once(main.stdout, 'data')) as [Buffer]
  const url = line.toString().match(/http:\S+/)?.[0] ?? ''
  const world = (await (await fetch(`${url}/sandbox/world`)).json()) as World
  const running = { url, world }
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, index) => textFrom(running, MARTA, { to: FRONT_DESK, text: `Text ${index}` })),
  )
  main.kill('SIGKILL')
  await once(main, 'exit')

  const after = await startSandbox({ dataDir: path.join(dataDir, 'sandbox') })
  const kept = (await sdkFor(after).messages.list()).map(({ sid }) => sid)
  expect(kept.toSorted()).toEqual(sent.map(({ messageSid }) => messageSid).toSorted())
  expect(await textsOn(after, MARTA)).toHaveLength(20)
})

test('an incomplete line at the end of the journal is ignored', async () => {
  const dataDir = await temporaryFolder()
  const before = await startSandbox({ dataDir })
  await textFrom(before, MARTA, { to: FRONT_DESK, text: 'Whole' })
  await before.close()
  await appendFile(path.join(dataDir, 'sandbox.jsonl'), '{"section":"phones","event":{"type":"text-k')

  const after = await startSandbox({ dataDir })
  await textFrom(after, MARTA, { to: FRONT_DESK, text: 'Next' })
  await after.close()
  const last = await startSandbox({ dataDir })
  expect((await textsOn(last, MARTA)).map(({ text }) => text)).toEqual(['Whole', 'Next'])
})
