import type { Chat } from '@partyline/contract'
import { createChatBody, ERROR_TEXTS } from '@partyline/contract'
import { useApi } from '../../platform/platform-context.tsx'
import { withContacts } from '../new-chat/create-chat.ts'
import type { Recipient } from '../new-chat/recipients.ts'
import { problemsBy } from './chat-draft.ts'
import type { ChatDraft } from './chat-draft.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'
import { ChatForm } from './chat-form.tsx'
import type { SubmitChat } from './use-submit-chat.ts'

export type NewChatModalProps = {
  /** Choices from before the form was opened. */
  initial: ChatDraft
  /** Those whose new numbers become contacts. */
  recipients: readonly Recipient[]
  onCreated: (chat: Chat) => void
}

const problemsOf = problemsBy(createChatBody.pick({ numberId: true, name: true, memberIds: true }))

/** Create New Chat. */
export function NewChatModal({ initial, recipients, onCreated }: NewChatModalProps) {
  const api = useApi()

  const submit: SubmitChat = async (body, key) => {
    const memberIds = await withContacts(api, body.memberIds, recipients)
    return api.call('chats.create', { body: { ...body, memberIds }, headers: { 'Idempotency-Key': key } })
  }

  return (
    <ChatForm
      title={CHAT_FORM_TEXTS.newTitle}
      saveLabel={CHAT_FORM_TEXTS.save}
      savingLabel={CHAT_FORM_TEXTS.creating}
      initial={initial}
      problemsOf={problemsOf}
      submit={submit}
      failureTitle={ERROR_TEXTS.createChat}
      onDone={onCreated}
    />
  )
}
