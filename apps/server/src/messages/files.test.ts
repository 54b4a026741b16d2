import type { ChatFile, MessageId } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting, formOf } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Messages with these files, and one without between each two. */
async function chatWith(...files: string[][]) {
  const { chat } = await texting.newChat([`With files ${files.length}`])
  for (const names of files) {
    await texting.send(chat, 'Here you are:')
    const form = formOf(names.join())
    for (const name of names) {
      const isPicture = name.endsWith('.png')
      form.append('Media', new File([isPicture ? PNG : 'a,b'], name, { type: isPicture ? 'image/png' : 'text/csv' }))
    }
    await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })
  }
  return chat
}
const namesOf = (files: readonly ChatFile[]) => files.map(({ file }) => file.fileName)

test('the files of a chat are listed by message, the newest first, page by page', async () => {
  const { dana, omar, mei } = clinic
  const chat = await chatWith(['one.png'], ['two.csv', 'three.png'], ['four.png'])
  const params = { chatId: chat.id }
  const all = await omar.get('messages.files', { params })
  expect(namesOf(all)).toEqual(['four.png', 'two.csv', 'three.png', 'one.png'])
  const messages = await texting.messagesOf(chat)
  for (const { messageId, sentOn, sentBy, file } of all) {
    const message = messages.find(({ id }) => id === messageId)
    expect(message).toMatchObject({ sentOn, sentBy, media: expect.arrayContaining([file]) as unknown })
  }
  const pages: string[][] = []
  let before: MessageId | null = null
  do {
    const query: { limit: number; before?: MessageId } = { limit: 2, ...(before && { before }) }
    const { data, headers } = await dana.call('messages.files', { params, query })
    pages.push(namesOf(data))
    before = headers.get('x-next-cursor') as MessageId | null
  } while (before)
  expect(pages).toEqual([['four.png', 'two.csv', 'three.png'], ['one.png']])
  // Every user may read every chat, also a deleted one.
  await dana.get('chats.delete', { params })
  expect(await mei.get('messages.files', { params })).toEqual(all)
})

test('the files of a message that has not been sent are not listed', async () => {
  const { chat } = await texting.newChat(['Later'])
  const SendAt = new Date(Date.now() + 86_400_000).toISOString()
  const form = formOf('Later', { SendAt, Media: new File([PNG], 'later.png', { type: 'image/png' }) })
  await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })
  expect(await clinic.dana.get('messages.files', { params: { chatId: chat.id } })).toEqual([])
})

test('another tenant’s chat, and a message of another chat, do not exist', async () => {
  const [chat, other] = [await chatWith(['one.png']), await chatWith(['two.png'])]
  const params = { chatId: chat.id }
  expect((await clinic.stranger.call('messages.files', { params })).status).toBe(404)
  const [{ messageId: before } = { messageId: '' }] = await clinic.dana.get('messages.files', {
    params: { chatId: other.id },
  })
  expect((await clinic.dana.call('messages.files', { params, query: { before } })).status).toBe(404)
})
