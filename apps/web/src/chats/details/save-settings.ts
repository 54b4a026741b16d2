import type { CallBody, Chat, ChatListItem } from '@partyline/contract'
import { VALIDATION } from '@partyline/contract'
import { inWords, isCurrent } from '../../core/people.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import type { ChatDraft } from '../chat-form/chat-draft.ts'
import { CHAT_FORM_TEXTS } from '../chat-form/chat-form-texts.ts'

/** A chat as it was when its settings were opened. */
export type SettingsBase = Pick<ChatListItem, 'id' | 'name' | 'numberId' | 'members' | 'relay' | 'version'>

/** A message that arrives during each attempt causes this many conflicts. */
const MAX_ATTEMPTS = 5

/** The form's initial values. Disabled members stay in the chat. */
export function settingsOf({ numberId, name, relay, members }: SettingsBase): ChatDraft {
  return { numberId, name, relay, members: members.filter(isCurrent) }
}

/**
 * Saves settings, but never over changes of others that the person has not seen. Messages and receipts raise the version,
 * too: if the settings are unchanged, they are saved over the newer version.
 *
 * @throws {Error} that names what others have changed
 */
export async function saveSettings(api: Api, base: SettingsBase, body: CallBody<'chats.update'>): Promise<Chat> {
  if (!base.id) throw new Error(VALIDATION.chat)
  const params = { chatId: base.id }
  const save = (version: number) => api.call('chats.update', { params, body, headers: { 'If-Match': `"${version}"` } })
  let { version } = base
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      return await save(version)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error
    }
    const now = await api.call('chats.get', { params })
    const changed = changedBetween(base, now)
    if (changed.length > 0) throw new Error(CHAT_FORM_TEXTS.changedMeanwhile(inWords(changed)))
    version = now.version
  }
  return save(version)
}

function changedBetween(base: SettingsBase, now: SettingsBase): string[] {
  const { name, number, relay, members } = CHAT_FORM_TEXTS.settings
  return [
    ...(base.name === now.name ? [] : [name]),
    ...(base.numberId === now.numberId ? [] : [number]),
    ...(membersIn(base) === membersIn(now) ? [] : [members]),
    ...(base.relay === now.relay ? [] : [relay]),
  ]
}

function membersIn(chat: SettingsBase): string {
  return chat.members
    .filter(isCurrent)
    .map(({ id }) => id)
    .toSorted()
    .join(' ')
}
