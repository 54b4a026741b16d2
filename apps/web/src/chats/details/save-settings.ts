import type { CallBody, Chat, ChatListItem } from '@partyline/contract'
import { VALIDATION } from '@partyline/contract'
import { saveChat } from '../../core/chats/save-chat.ts'
import { inWords, isCurrent } from '../../core/people.ts'
import type { Api } from '../../platform/api.ts'
import type { ChatDraft } from '../chat-form/chat-draft.ts'
import { CHAT_FORM_TEXTS } from '../chat-form/chat-form-texts.ts'

/** A chat as it was when its settings were opened. */
export type SettingsBase = Pick<ChatListItem, 'id' | 'name' | 'numberId' | 'members' | 'relay' | 'version'>

/** The form's initial values. Disabled members stay in the chat. */
export function settingsOf({ numberId, name, relay, members }: SettingsBase): ChatDraft {
  return { numberId, name, relay, members: members.filter(isCurrent) }
}

/**
 * Saves settings, but never over changes of others that the person has not seen.
 *
 * @throws {Error} that names what others have changed
 */
export async function saveSettings(api: Api, base: SettingsBase, body: CallBody<'chats.update'>): Promise<Chat> {
  if (!base.id) throw new Error(VALIDATION.chat)
  return saveChat(api, {
    base,
    save: (headers) => api.call('chats.update', { params: { chatId: base.id }, body, headers }),
    review(now) {
      const changed = changedBetween(base, now)
      if (changed.length > 0) throw new Error(CHAT_FORM_TEXTS.changedMeanwhile(inWords(changed)))
      return null
    },
  })
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
