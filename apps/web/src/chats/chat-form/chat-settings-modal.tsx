import type { Chat } from '@partyline/contract'
import { ERROR_TEXTS, updateChatBody } from '@partyline/contract'
import { useApi } from '../../platform/platform-context.tsx'
import { saveSettings, settingsOf } from '../details/save-settings.ts'
import type { SettingsBase } from '../details/save-settings.ts'
import { problemsBy } from './chat-draft.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'
import { ChatForm } from './chat-form.tsx'

export type ChatSettingsModalProps = {
  chat: SettingsBase
  onChanged: (chat: Chat) => void
}

const problemsOf = problemsBy(updateChatBody.pick({ numberId: true, name: true, memberIds: true }))

/** Changes a chat's line, name, and members. */
export function ChatSettingsModal({ chat, onChanged }: ChatSettingsModalProps) {
  const api = useApi()
  return (
    <ChatForm
      title={CHAT_FORM_TEXTS.settingsTitle}
      saveLabel={CHAT_FORM_TEXTS.save}
      savingLabel={CHAT_FORM_TEXTS.saving}
      initial={settingsOf(chat)}
      problemsOf={problemsOf}
      submit={({ numberId, name, memberIds, relay = chat.relay, moveMembers }) =>
        saveSettings(api, chat, { numberId, name, memberIds, relay, moveMembers })
      }
      failureTitle={ERROR_TEXTS.updateChat}
      chatId={chat.id}
      onDone={onChanged}
    />
  )
}
