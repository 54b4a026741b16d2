import type { ChatId } from '@partyline/contract'
import { expect, it } from 'vitest'
import { createApi } from '../../platform/api.ts'
import { ME } from '../sample-messages.ts'
import { postOutgoing } from './post-outgoing.ts'

it('asks for a chat to send to', async () => {
  const tokens = { current: async () => 'token', renew: async () => null }
  const api = createApi({ fetch: async () => Response.json({ data: {} }), base: 'https://api.test', tokens })
  const writing = { text: 'Hello', files: [], replyTo: null }
  const outgoing = { ...writing, id: '1', sentBy: ME, sentOn: '2026-11-20T09:00:00.000Z' }
  const nowhere = { ...outgoing, chatId: '' as ChatId, state: { kind: 'waiting' } } as const
  await expect(postOutgoing(api, nowhere)).rejects.toThrow('Please, select the chat.')
})
