import type { Chat } from '@partyline/contract'
import { FILE_CASES } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'
import { createTexting, formOf } from './texting.ts'

let harness: Harness
let clinic: Clinic
let chat: Chat
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  chat = (await createTexting(harness, clinic).newChat(['Ann'])).chat
})
afterAll(() => harness.close())

const ROWS = FILE_CASES.filter(({ bytes }) => bytes.length > 0)

test.each(ROWS)('$fileName as $declared', async ({ fileName, declared, bytes, type, problem }) => {
  const form = formOf('Here it is')
  form.append('Media', new Blob([bytes], { type: declared }), fileName)
  const inForm = await clinic.dana.call('messages.send', { params: { chatId: chat.id }, form })
  const media = [{ fileName, contentType: declared, base64: Buffer.from(bytes).toString('base64') }]
  const inJson = await clinic.dana.call('snippets.create', { body: { name: fileName, text: 'Here', media } })
  for (const answer of [inForm, inJson]) {
    expect([answer.status, answer.error?.message]).toEqual([problem === undefined ? 200 : 415, problem])
    expect(answer.data?.media[0]?.contentType).toBe(type)
  }
})

test('an empty file is refused', async () => {
  const form = formOf('Here it is')
  form.append('Media', new Blob([], { type: 'text/csv' }), 'list.csv')
  const answer = await clinic.dana.call('messages.send', { params: { chatId: chat.id }, form })
  expect([answer.status, answer.error?.message]).toEqual([415, '“list.csv” is empty. Choose another file.'])
})
