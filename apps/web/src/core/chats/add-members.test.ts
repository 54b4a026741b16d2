import type { Chat } from '@partyline/contract'
import { expect, it } from 'vitest'
import { createApi } from '../../platform/api.ts'
import { SAMPLE_TOKENS } from '../../platform/tests/sample-tokens.ts'
import { DANA } from '../tests/sample-messages.ts'
import { MARTA, MARTAS_MEMBER, ME, MY_MEMBER, sampleItem } from '../tests/sample-chats.ts'
import { addMembers } from './add-members.ts'

const { lastMessage: _, hit: __, ...ITEM } = sampleItem(1, { version: 7, members: [MY_MEMBER] })

/** A server whose chat is this one, and accepts changes of its current version only. */
function serverOf(chat: Partial<Chat>) {
  const now = { ...ITEM, messages: [], pending: [], ...chat }
  const saved: { name: string; memberIds: string[] }[] = []
  const network: typeof fetch = async (_path, init = {}) => {
    if (init.method === 'GET') return Response.json({ data: now })
    if (new Headers(init.headers).get('if-match') !== `"${now.version}"`)
      return Response.json({ error: 'conflict', message: 'This was changed.' }, { status: 409 })
    saved.push((await new Response(init.body).json()) as (typeof saved)[number])
    return Response.json({ data: now })
  }
  return { api: createApi({ fetch: network, base: 'https://api.test', tokens: SAMPLE_TOKENS }), saved }
}

it('adds people to a chat', async () => {
  const { api, saved } = serverOf({})
  await addMembers(api, ITEM, [DANA])
  expect(saved).toMatchObject([{ name: ITEM.name, memberIds: [ME, DANA] }])
})

it('keeps changes that others made in the meantime', async () => {
  const left = { ...MY_MEMBER, deletedOn: '2026-11-05T08:00:00.000Z' }
  const { api, saved } = serverOf({ version: 9, name: 'The Riveras', members: [left, MARTAS_MEMBER] })
  await addMembers(api, ITEM, [DANA])
  expect(saved).toMatchObject([{ name: 'The Riveras', memberIds: [MARTA, DANA] }])
})

it('changes nothing if others have added them', async () => {
  const { api, saved } = serverOf({ version: 9, members: [MY_MEMBER, { ...MY_MEMBER, id: DANA }] })
  await addMembers(api, ITEM, [DANA])
  expect(saved).toEqual([])
})
