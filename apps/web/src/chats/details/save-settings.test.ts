import type { Chat, ChatId } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { createApi } from '../../platform/api.ts'
import { SAMPLE_TOKENS } from '../../platform/tests/sample-tokens.ts'
import { MARTA, MARTAS_MEMBER, ME, MY_MEMBER, sampleItem } from '../../core/tests/sample-chats.ts'
import { saveSettings, settingsOf } from './save-settings.ts'

const OPENED = sampleItem(1, { version: 7 })

function chatNow(parts: Partial<Chat> = {}): Chat {
  const { lastMessage: _, hit: __, ...chat } = OPENED
  return { ...chat, messages: [], pending: [], ...parts }
}

/** An API whose server has this chat and accepts settings only for its current version. */
function apiOf(chat: Chat, { risesBy = 0 } = {}) {
  let { version } = chat
  const saved: unknown[] = []
  const network: typeof fetch = async (_, init = {}) => {
    if (init.method === 'GET') return Response.json({ data: { ...chat, version } })
    if (new Headers(init.headers).get('if-match') !== `"${version}"`) {
      return Response.json({ error: 'conflict', message: 'This was changed.' }, { status: 409 })
    }
    version += 1
    saved.push(await new Response(init.body).json())
    return Response.json({ data: { ...chat, version } })
  }
  const busy: typeof fetch = async (...request) => {
    version += risesBy
    return network(...request)
  }
  return { api: createApi({ fetch: busy, base: 'https://api.test', tokens: SAMPLE_TOKENS }), saved }
}

const wanted = { numberId: OPENED.numberId, name: 'Rivera family', memberIds: [ME], relay: true, moveMembers: false }

describe('chat settings', () => {
  it('leave out API keys, which nobody adds or removes', () => {
    const key = { ...MY_MEMBER, id: MARTA, role: 'ApiKey' as const, disabled: true }
    expect(settingsOf({ ...OPENED, members: [MY_MEMBER, key] }).members).toEqual([MY_MEMBER])
  })

  it('start with all current members, including disabled ones', () => {
    const switchedOff = { ...MARTAS_MEMBER, disabled: true }
    expect(settingsOf({ ...OPENED, members: [MY_MEMBER, switchedOff] }).members).toHaveLength(2)
    const gone = { ...switchedOff, deletedOn: '2026-11-05T08:00:00.000Z' }
    expect(settingsOf({ ...OPENED, members: [MY_MEMBER, gone] }).members).toEqual([MY_MEMBER])
  })

  it('are saved if the chat has not changed', async () => {
    const { api, saved } = apiOf(chatNow())
    await saveSettings(api, OPENED, wanted)
    expect(saved).toEqual([wanted])
  })

  it('are saved if only messages arrived meanwhile', async () => {
    const { api, saved } = apiOf(chatNow({ version: 12, messageCount: 6 }))
    await saveSettings(api, OPENED, wanted)
    expect(saved).toEqual([wanted])
  })

  it('are rejected if others changed them meanwhile, with an error that names the changes', async () => {
    const { api, saved } = apiOf(chatNow({ version: 8, name: 'Riveras', members: [MY_MEMBER, MARTAS_MEMBER] }))
    const mine = { ...wanted, name: 'The Riveras', memberIds: [MARTA] }
    await expect(saveSettings(api, { ...OPENED, members: [MY_MEMBER] }, mine)).rejects.toThrow(
      'Someone else just changed the name and the members. Reopen settings to see it.',
    )
    expect(saved).toEqual([])
  })

  it('keep the changes of others to fields that the person left alone', async () => {
    const opened = { ...OPENED, name: 'Riveras', members: [MY_MEMBER], relay: false }
    const other = { ...MY_MEMBER, id: MARTA, name: 'Dana Cole' }
    const { api, saved } = apiOf(chatNow({ version: 8, name: 'Riveras', members: [MY_MEMBER, other], relay: true }))
    await saveSettings(api, opened, { ...wanted, name: 'Rivera family', memberIds: [ME], relay: false })
    expect(saved).toEqual([{ ...wanted, name: 'Rivera family', memberIds: [ME, MARTA], relay: true }])
  })

  it('are saved if others changed the same setting to the same value', async () => {
    const { api, saved } = apiOf(chatNow({ version: 8, name: 'Rivera family', members: [MY_MEMBER] }))
    await saveSettings(api, { ...OPENED, name: 'Riveras', members: [MY_MEMBER] }, wanted)
    expect(saved).toHaveLength(1)
  })

  it('require a chat', async () => {
    const { api } = apiOf(chatNow())
    const nowhere = { ...OPENED, id: '' as ChatId }
    await expect(saveSettings(api, nowhere, wanted)).rejects.toThrow('Chat should be selected.')
  })

  it('are rejected if the chat changes on every attempt', async () => {
    const { api, saved } = apiOf(chatNow({ version: 8 }), { risesBy: 1 })
    await expect(saveSettings(api, OPENED, wanted)).rejects.toMatchObject({ code: 'conflict' })
    expect(saved).toEqual([])
  })
})
