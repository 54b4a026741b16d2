import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import type { Harness } from '../../../tests/harness.ts'
import { phoneOf } from '../../../tests/phone.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'

const GUIDE = readFileSync(path.join(import.meta.dirname, '../../../../../docs/guide/api-keys.md'), 'utf8')
const PHONE = '+12025550147'
const PICTURE = path.join(import.meta.dirname, '../../../../../docs/images/phones.png')
const TEXT = 'See you tomorrow at 9:00, Lakeside Clinic.'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

type Phone = { id: string; number: string }
type Member = { id: string; role: string; deletedOn: string | null }
type Thing = { id: string; phones?: Phone[]; members?: Member[]; sentBy?: string; media?: object[] }
type Answer = { all: Thing | Thing[]; first: Thing | undefined }
type Env = Record<string, string>

/** Runs a command of the guide as a shell would, and returns its answer. */
async function answerOf(name: string, env: Env) {
  const command = GUIDE.match(new RegExp(`\`\`\`sh ${name}\n([^]*?)\`\`\``))?.[1]
  if (!command) throw new Error(`The guide has no command ${name}.`)
  const line = command.replace('@map.png', `@${PICTURE}`)
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: { PATH: process.env['PATH'], ...env } })
  return JSON.parse(stdout) as { data: Thing | Thing[] | null; error?: string }
}

/** Runs a command that succeeds. */
async function run(name: string, env: Env): Promise<Answer> {
  const { data, error } = await answerOf(name, env)
  if (data === null) throw new Error(`${name}: ${error}`)
  return { all: data, first: Array.isArray(data) ? data[0] : data }
}

const texts = async (phone: string, count: number) =>
  (await phoneOf(harness.sandbox, phone).received(count)).map(({ text }) => text)

async function newKey() {
  const body = { name: 'Booking system', scopes: ['read', 'send', 'contacts'] as const }
  return clinic.dana.get('keys.create', { body })
}

/** The phone that the guide takes. */
const phoneIn = ({ all }: Answer, number: string) =>
  [all].flat().flatMap(({ phones = [] }) => phones.filter((phone) => phone.number === number))[0]

/** The check that the guide recommends before a send. */
const isGroup = ({ members = [] }: Thing) =>
  members.filter(({ role, deletedOn }) => role === 'ExternalMobile' && !deletedOn).length > 1

test('the recipe finds or adds a contact, finds or starts a chat, and texts once, also if all of it is repeated', async () => {
  const { token, key } = await newKey()
  const env = { PARTYLINE: harness.url, KEY: token, PHONE }
  expect((await run('find-contact', env)).all).toEqual([])
  // Found too, and first in the order of the alphabet.
  await clinic.contact(`Ann, next to ${PHONE}`, '+12025550148')
  let chat: Thing | undefined
  for (const isRepeated of [false, true]) {
    const found = await run('find-contact', env)
    expect(found.all).toHaveLength(isRepeated ? 2 : 1)
    const phone = phoneIn(found, PHONE) ?? (await run('add-contact', env)).first?.phones?.[0]
    expect(phone?.number).toBe(PHONE)
    const known = { ...env, LINE: (await run('lines', env)).first?.id ?? '', PHONE_ID: phone?.id ?? '' }
    chat = (await run('find-chat', known)).first
    expect(chat !== undefined).toBe(isRepeated)
    if (chat) await run('send', { ...known, CHAT: chat.id })
    chat ??= (await run('start-chat', known)).first
    expect(isGroup(chat!)).toBe(false)
  }
  const sent = await run('send-picture', { ...env, CHAT: chat?.id ?? '' })
  expect(sent.first).toMatchObject({ sentBy: key.id, media: [{ fileName: 'phones.png' }] })
  expect(await texts(PHONE, 2)).toEqual([TEXT, 'This is how you find us.'])
  const found = await createClient(harness.url, token).get('messages.search', { body: { sentBy: key.id as never } })
  expect(found.map(({ text }) => text)).toEqual(['This is how you find us.', TEXT])
})

test('consent is recorded once, and then a line that asks for it has it', async () => {
  const [line, phone] = [clinic.numbers[1].id, '+12025550157']
  await clinic.dana.get('settings.updateConsent', { params: { numberId: line }, body: { consent: 'block' } })
  const env = { PARTYLINE: harness.url, KEY: (await newKey()).token, PHONE: phone, LINE: line }
  const { first: contact } = await run('add-contact', env)
  const known = { ...env, CONTACT: contact?.id ?? '', PHONE_ID: contact?.phones?.[0]?.id ?? '' }
  expect((await answerOf('check-consent', known)).data).toEqual([known.PHONE_ID])
  for (let times = 0; times < 2; times += 1) {
    expect((await answerOf('record-consent', known)).data).toMatchObject({
      phones: [{ number: phone, state: 'granted', isWritten: true }],
      entries: [{ source: 'api', by: 'Booking system', wording: 'Text me about my visits.' }],
    })
  }
  expect((await answerOf('check-consent', known)).data).toEqual([])
  const { entries } = await clinic.dana.get('contacts.consent', { params: { contactId: known.CONTACT } })
  expect(entries).toHaveLength(1)
})

test('the fields are listed with their choices', async () => {
  const fields = [{ name: 'Plan', kind: 'choice', choices: ['Basic', 'Full'] } as const]
  const defined = await clinic.dana.get('contactFields.update', { body: { fields } })
  const env = { PARTYLINE: harness.url, KEY: (await newKey()).token }
  expect((await run('fields', env)).all).toEqual(defined)
})

test('a chat that is done is found, and stays done when the reminder is sent', async () => {
  const phone = '+12025550149'
  const { memberId } = await clinic.contact('Marta Silva', phone)
  const params = { chatId: (await clinic.chat('Marta Silva', [clinic.omar.id, memberId])).id }
  await clinic.omar.get('chats.setState', { params, body: { state: 'done' } })
  const env = { PARTYLINE: harness.url, KEY: (await newKey()).token, LINE: clinic.numbers[0].id, PHONE_ID: memberId }
  expect((await answerOf('start-chat', env)).error).toBe('number-busy')
  const { first: chat } = await run('find-chat', env)
  expect(chat?.id).toBe(params.chatId)
  await run('send', { ...env, CHAT: params.chatId })
  expect(await texts(phone, 1)).toEqual([TEXT])
  expect(await clinic.omar.get('chats.get', { params })).toMatchObject({ state: 'done', assignedTo: null })
})

test('a member of a group can be texted alone on another line only', async () => {
  const phone = '+12025550150'
  const { memberId } = await clinic.contact('Marta Silva', phone)
  const other = await clinic.contact('Pedro Silva', '+12025550156')
  const { id: chatId } = await clinic.chat('Family', [clinic.omar.id, memberId, other.memberId])
  const env = { PARTYLINE: harness.url, KEY: (await newKey()).token, LINE: clinic.numbers[0].id, PHONE_ID: memberId }
  expect(isGroup((await run('find-chat', env)).first!)).toBe(true)
  expect((await answerOf('start-chat', env)).error).toBe('number-busy')
  const onOther = { ...env, LINE: clinic.numbers[1].id }
  expect((await run('find-chat', onOther)).all).toEqual([])
  expect(isGroup((await run('start-chat', onOther)).first!)).toBe(false)
  await clinic.omar.get('chats.removeMember', { params: { chatId, memberId: other.memberId } })
  expect(isGroup((await run('find-chat', env)).first!)).toBe(false)
})
