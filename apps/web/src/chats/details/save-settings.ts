import type { CallBody, Chat, ChatListItem } from '@partyline/contract'
import { VALIDATION } from '@partyline/contract'
import { saveChat } from '../../core/chats/save-chat.ts'
import { inWords, isCurrent, isPhone } from '../../core/people.ts'
import type { Api } from '../../platform/api.ts'
import type { ChatDraft } from '../chat-form/chat-draft.ts'
import { CHAT_FORM_TEXTS } from '../chat-form/chat-form-texts.ts'

/** A chat as it was when its settings were opened. */
export type SettingsBase = Pick<ChatListItem, 'id' | 'name' | 'numberId' | 'members' | 'relay' | 'version'>

/** The form's initial values. Disabled members stay in the chat. With a second phone, someone has to decide on the relay. */
export function settingsOf({ numberId, name, relay, members }: SettingsBase): ChatDraft {
  const current = members.filter(isEditable)
  return { numberId, name, relay: current.filter(isPhone).length > 1 ? relay : null, members: current }
}

/**
 * Saves the settings that the person edited, but never over changes of others to the same ones. Those that they left alone stay
 * as others have changed them.
 *
 * @throws {Error} that names the settings that others have changed
 */
export async function saveSettings(api: Api, base: SettingsBase, body: CallBody<'chats.update'>): Promise<Chat> {
  if (!base.id) throw new Error(VALIDATION.chat)
  const seen = fieldsIn(base)
  const edited = FIELDS.filter((field) => !isSame(seen, body, field))
  let wanted = body
  return saveChat(api, {
    base,
    save: (headers) => api.call('chats.update', { params: { chatId: base.id }, body: wanted, headers }),
    review(now) {
      const current = fieldsIn(now)
      const lost = edited.filter((field) => !isSame(seen, current, field) && !isSame(body, current, field))
      if (lost.length > 0) {
        const names = lost.map((field) => CHAT_FORM_TEXTS.settings[field])
        throw new Error(CHAT_FORM_TEXTS.changedMeanwhile(inWords(names)))
      }
      wanted = { ...body, ...current, ...pick(body, edited) }
      return null
    },
  })
}

const FIELDS = ['name', 'numberId', 'memberIds', 'relay'] as const
/** API keys are members independently of this form. */
const isEditable = (member: SettingsBase['members'][number]) => isCurrent(member) && member.role !== 'ApiKey'

type Field = (typeof FIELDS)[number]
type Fields = Pick<CallBody<'chats.update'>, Field>

function fieldsIn({ name, numberId, relay, members }: SettingsBase): Fields {
  return { name, numberId, relay, memberIds: members.filter(isEditable).map(({ id }) => id) }
}

function isSame(one: Fields, other: Fields, field: Field): boolean {
  if (field === 'memberIds') return one.memberIds.toSorted().join(' ') === other.memberIds.toSorted().join(' ')
  return one[field] === other[field]
}

function pick(from: Fields, fields: readonly Field[]): Partial<Fields> {
  return Object.fromEntries(fields.map((field) => [field, from[field]]))
}
