import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import type { Harness } from '../../../tests/harness.ts'
import { phoneOf } from '../../../tests/phone.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'

const GUIDE = readFileSync(path.join(import.meta.dirname, '../../../../../docs/guide/api-keys.md'), 'utf8')
const PHONE = '+12025550147'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

type Thing = { id: string; phones?: { id: string; number: string }[] }
type Answer = { all: Thing | Thing[]; first: Thing | undefined }

/** Runs a command of the guide as a shell would, and returns the data of its answer. */
async function run(name: string, env: Record<string, string>): Promise<Answer> {
  const command = GUIDE.match(new RegExp(`\`\`\`sh ${name}\n([^]*?)\`\`\``))?.[1]
  if (!command) throw new Error(`The guide has no command ${name}.`)
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { PATH: process.env['PATH'], ...env } })
  const { data } = JSON.parse(stdout) as { data: Thing | Thing[] }
  return { all: data, first: Array.isArray(data) ? data[0] : data }
}

test('the recipe of the guide finds or adds a contact, finds or starts a chat, and texts once', async () => {
  const body = { name: 'Booking system', scopes: ['read', 'send', 'contacts'] as const }
  const { token } = await clinic.dana.get('keys.create', { body })
  const env = { PARTYLINE: harness.url, KEY: token, PHONE }
  const idOf = async (name: string, known: Record<string, string>) => (await run(name, known)).first?.id ?? ''
  expect((await run('find-contact', env)).all).toEqual([])
  const { first: added } = await run('add-contact', env)
  expect((await run('find-contact', env)).all).toMatchObject([{ id: added?.id, phones: [{ number: PHONE }] }])
  const known = { ...env, LINE: await idOf('lines', env), PHONE_ID: added?.phones?.[0]?.id ?? '' }
  expect((await run('find-chat', known)).all).toEqual([])
  const chat = await idOf('start-chat', known)
  expect(await idOf('start-chat', known)).toBe(chat)
  expect(await idOf('find-chat', known)).toBe(chat)
  const sent = await idOf('send', { ...known, CHAT: chat })
  expect(await idOf('send', { ...known, CHAT: chat })).toBe(sent)
  const texts = (await phoneOf(harness.sandbox, PHONE).received(2)).map(({ text }) => text)
  expect(texts).toEqual(Array(2).fill('See you tomorrow at 9:00, Lakeside Clinic.'))
})
