import { presence, PRESENCE } from '@partyline/contract'
import type { ChatId, PresenceEntry, TenantId } from '@partyline/contract'
import { HubException } from '@partyline/signalr-hub'
import type { HubContext } from '@partyline/signalr-hub'
import { tenantGroup } from './hub-caller.ts'
import type { HubCaller } from './hub-caller.ts'

/** Where a connection stores the chat that it is in. */
const CHAT = 'presence.chat'
/** And whether it is writing a text there, which the whole team sees in the list. */
const WRITING_TEXT = 'presence.writing-text'

/** A group has only connections of one tenant that named the chat themselves, so presence reads no chats. */
const groupOf = (tenantId: TenantId, chatId: ChatId) => `presence:${tenantId}/${chatId}`

/** Who is viewing which chat, and who is writing a text or a note. Passed between connections, never stored. See {@link PRESENCE}. */
export function createPresence() {
  async function tell(
    { clients, connectionId, user }: HubContext<HubCaller>,
    entry: Pick<PresenceEntry, 'chatId' | 'state' | 'mode' | 'isNew'>,
    { isForAll }: { isForAll: boolean },
  ) {
    const { tenantId, userId } = user.caller
    const sent: PresenceEntry = { userId, connectionKey: connectionId, ...entry }
    const group = isForAll ? tenantGroup(tenantId) : groupOf(tenantId, entry.chatId)
    await clients.othersInGroup(group).send(PRESENCE.clientMethod, [[sent]])
  }

  /** The connection has ended, or shows something else. */
  async function leave(context: HubContext<HubCaller>) {
    const chatId = context.items.get(CHAT) as ChatId | undefined
    if (chatId === undefined) return
    const wasWritingText = context.items.delete(WRITING_TEXT)
    context.items.delete(CHAT)
    await context.groups.remove(groupOf(context.user.caller.tenantId, chatId))
    await tell(context, { chatId, state: 'gone', mode: 'text', isNew: false }, { isForAll: wasWritingText })
  }

  /** The hub method. @throws {HubException} unless the input is a {@link presence} */
  async function set(context: HubContext<HubCaller>, input: unknown) {
    const { data } = presence.safeParse(input)
    if (!data) throw new HubException('The presence is not valid: it needs a chatId or null, and whether one writes.')
    const { chatId, writing, mode } = data
    const isNew = context.items.get(CHAT) !== chatId
    if (isNew) await leave(context)
    if (chatId === null) return
    if (isNew) {
      context.items.set(CHAT, chatId)
      await context.groups.add(groupOf(context.user.caller.tenantId, chatId))
    }
    const wasWritingText = context.items.delete(WRITING_TEXT)
    const isWritingText = writing && mode === 'text'
    if (isWritingText) context.items.set(WRITING_TEXT, true)
    const isForAll = wasWritingText || isWritingText
    await tell(context, { chatId, state: writing ? 'writing' : 'viewing', mode, isNew }, { isForAll })
  }

  return { set, leave }
}
