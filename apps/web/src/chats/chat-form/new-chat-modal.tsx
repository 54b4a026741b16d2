import type { Chat } from '@partyline/contract'
import { createChatBody, ERROR_TEXTS } from '@partyline/contract'
import { useApi } from '../../platform/platform-context.tsx'
import { problemsBy, UNTOUCHED } from './chat-draft.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'
import { ChatForm } from './chat-form.tsx'

export type NewChatModalProps = { onCreated: (chat: Chat) => void }

const problemsOf = problemsBy(createChatBody.pick({ numberId: true, name: true, memberIds: true }))

/** Create New Chat. */
export function NewChatModal({ onCreated }: NewChatModalProps) {
  const api = useApi()
  return (
    <ChatForm
      title={CHAT_FORM_TEXTS.newTitle}
      saveLabel={CHAT_FORM_TEXTS.save}
      savingLabel={CHAT_FORM_TEXTS.creating}
      initial={UNTOUCHED}
      problemsOf={problemsOf}
      submit={(body, key) => api.call('chats.create', { body, headers: { 'Idempotency-Key': key } })}
      failureTitle={ERROR_TEXTS.createChat}
      onDone={onCreated}
    />
  )
}
