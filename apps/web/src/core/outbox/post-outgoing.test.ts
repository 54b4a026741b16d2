import type { ChatId } from '@partyline/contract'
import { expect, it } from 'vitest'
import { createApi } from '../../platform/api.ts'
import { SAMPLE_TOKENS } from '../../platform/tests/sample-tokens.ts'
import { ME, messageId } from '../tests/sample-messages.ts'
import type { Outgoing } from './outgoing.ts'
import { postOutgoing } from './post-outgoing.ts'

const WRITTEN: Outgoing = {
  id: 'key',
  chatId: '019a0000-0000-7000-8000-0000000000aa' as ChatId,
  text: 'Hello',
  files: [],
  replyTo: null,
  replaces: null,
  timing: { holdSeconds: 0 },
  sentBy: ME,
  sentOn: '2026-11-20T09:00:00.000Z',
  state: { kind: 'waiting' },
}

/** The request that the server receives. */
async function posted(outgoing: Outgoing) {
  const requests: Request[] = []
  const api = createApi({
    fetch: async (input, init) => {
      requests.push(new Request(input, init))
      return Response.json({ data: {} })
    },
    base: 'https://api.test',
    tokens: SAMPLE_TOKENS,
  })
  await postOutgoing(api, outgoing)
  const [request] = requests
  const form = [...((await request?.formData()) ?? [])]
  return {
    key: request?.headers.get('idempotency-key'),
    form: form.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  }
}

it('rejects a message without a chat', async () => {
  await expect(posted({ ...WRITTEN, chatId: '' as ChatId })).rejects.toThrow('Please, select the chat.')
})

it('sends the text, files, and quoted message under its own idempotency key', async () => {
  expect(await posted(WRITTEN)).toEqual({
    key: 'key',
    form: [
      ['Message', 'Hello'],
      ['HoldSeconds', '0'],
    ],
  })
  const file = { id: 'file', file: new File(['x'], 'meadow.png'), previewUrl: '', width: null, height: null }
  const replyTo = { id: messageId(7), text: 'Hi', sentBy: ME, mediaCount: 0 }
  expect((await posted({ ...WRITTEN, files: [file], replyTo })).form).toEqual([
    ['Message', 'Hello'],
    ['Media', 'meadow.png'],
    ['HoldSeconds', '0'],
    ['ReplyToMessageId', messageId(7)],
  ])
})

it('sends the time of a scheduled message, and the message that it replaces', async () => {
  const timing = { sendAt: '2026-11-30T14:00:00.000Z', cancelOnReply: false }
  const replaces = { id: messageId(8), schedule: timing, hasFiles: false }
  expect((await posted({ ...WRITTEN, timing, replaces })).form).toEqual([
    ['Message', 'Hello'],
    ['SendAt', timing.sendAt],
    ['CancelOnReply', 'false'],
    ['ReplacesMessageId', messageId(8)],
  ])
})
