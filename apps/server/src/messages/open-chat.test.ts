import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

/** The smallest picture: one transparent pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

async function received(number: string): Promise<string[]> {
  const answer = await fetch(`${harness.sandbox.url}/sandbox/phones/${encodeURIComponent(number)}/messages`)
  return ((await answer.json()) as { text: string }[]).map(({ text }) => text)
}

test('a chat is created with its first message, which reaches the phone', async () => {
  const { memberId, number } = await clinic.contact('Ann', '+12025550121')
  const chat = await clinic.chat('Ann', [clinic.dana.id, memberId], { message: 'Good morning' })
  expect(chat).toMatchObject({ messageCount: 1, messages: [{ text: 'Good morning', sentBy: clinic.dana.id }] })
  await vi.waitFor(async () => expect(await received(number)).toEqual(['Good morning']), { timeout: 10_000 })
})

test('pictures are accepted as Base64 in JSON and as files in a form', async () => {
  const chat = { numberId: clinic.numbers[0].id, name: 'Pictures', memberIds: [clinic.dana.id] }
  const media = [{ fileName: 'pixel.png', contentType: 'image/png', base64: PIXEL }]
  const byJson = await clinic.dana.get('chats.create', { body: { ...chat, media } })
  const form = new FormData()
  form.set('NumberId', chat.numberId)
  form.set('Name', chat.name)
  form.set('MemberIds', clinic.dana.id)
  form.set('Message', 'Look')
  form.append('Media', new File([Buffer.from(PIXEL, 'base64')], 'pixel.png', { type: 'image/png' }))
  const byForm = await clinic.dana.get('chats.create', { form })
  for (const { messages } of [byJson, byForm]) {
    expect(messages[0]?.media).toMatchObject([{ contentType: 'image/png', width: 1, height: 1 }])
  }
})

test('an empty first message is ignored', async () => {
  const chat = await clinic.chat('Silent', [clinic.dana.id], { message: '' })
  expect(chat.messages).toEqual([])
})

test('an invalid first message creates no chat', async () => {
  const chat = { numberId: clinic.numbers[0].id, name: 'Never there', memberIds: [clinic.dana.id] }
  const notAPicture = { fileName: 'a.png', contentType: 'image/png', base64: 'AAAA' }
  const wrong = [
    { body: { ...chat, message: 'x'.repeat(1_601) }, status: 400 },
    { body: { ...chat, media: Array.from({ length: 11 }, () => notAPicture) }, status: 400 },
    { body: { ...chat, media: [{ ...notAPicture, base64: 'no base64!' }] }, status: 400 },
    { body: { ...chat, media: [notAPicture] }, status: 415 },
    { body: { ...chat, media: [{ ...notAPicture, base64: Buffer.alloc(5_000_001).toString('base64') }] }, status: 413 },
  ]
  for (const { body, status } of wrong) {
    expect((await clinic.dana.call('chats.create', { body })).status).toBe(status)
  }
  expect(await clinic.dana.get('chats.search', { body: { term: 'Never there' } })).toEqual([])
})

test('a repeated request sends the first message once', async () => {
  const { memberId, number } = await clinic.contact('Bo', '+12025550122')
  const headers = { 'idempotency-key': 'hello-bo' }
  const body = { numberId: clinic.numbers[0].id, name: 'Bo', memberIds: [memberId], message: 'Only once' }
  const calls = Array.from({ length: 4 }, () => clinic.dana.get('chats.create', { body, headers }))
  const answers = await Promise.all(calls)
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers.map(({ messages }) => messages.length)).toEqual([1, 1, 1, 1])
  await vi.waitFor(async () => expect(await received(number)).toEqual(['Only once']), { timeout: 10_000 })
})

test('a chat refused because of a busy phone sends no message', async () => {
  const { memberId, number } = await clinic.contact('Cy', '+12025550123')
  await clinic.chat('Cy', [memberId])
  const body = { numberId: clinic.numbers[0].id, name: 'Cy again', memberIds: [memberId], message: 'Never sent' }
  expect((await clinic.dana.call('chats.create', { body })).status).toBe(409)
  const { id } = (await clinic.dana.get('chats.search', { body: { memberId } }))[0] ?? { id: '' }
  const form = new FormData()
  form.set('Message', 'Sent later')
  await clinic.dana.get('messages.send', { params: { chatId: id }, form })
  await vi.waitFor(async () => expect(await received(number)).toEqual(['Sent later']), { timeout: 10_000 })
})
