import type { Chat } from '@partyline/contract'
import { ERROR_TEXTS } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { holdSecondsOf } from '../../core/hold-seconds.ts'
import { isRefusal } from '../../core/outbox/stall-reason.ts'
import { ApiError, errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { usersQuery } from '../../users/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { fillDraft, UNTOUCHED } from '../chat-form/chat-draft.ts'
import { firstMembers, userCandidates } from '../chat-form/candidates.ts'
import { addContacts, contentOf, createChat } from './create-chat.ts'
import type { NewChat } from './create-chat.ts'
import { withRecipients } from './recipients.ts'
import type { Recipient } from './recipients.ts'
import { busyPhonesQuery } from './use-new-chat.ts'
import type { NewChatState } from './use-new-chat.ts'

/**
 * Creates contacts for new numbers, and then the chat with its first message, or without one. Whatever fails, everything
 * stays.
 */
export function useSendChat(
  { owner, store, lines, line }: NewChatState,
  onCreated: (chat: Chat, isEmpty: boolean) => void,
) {
  const api = useApi()
  const client = useQueryClient()
  const { drafts } = useChatClient()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function send(isEmpty = false) {
    if (isSending || line === undefined) return
    setFailure(null)
    setSending(true)
    try {
      const recipients = await addContacts(api, store.current().recipients)
      store.change({ recipients: withRecipients([], recipients) })
      if (!recipients.some(({ barred }) => barred)) onCreated(await create(recipients, isEmpty), isEmpty)
    } catch (error) {
      const { attempt } = store.current()
      if (attempt) store.change({ attempt: { ...attempt, isLost: !isRefusal(error) } })
      // If the chat was created, its phones are busy now, and the view recovers it.
      void client.invalidateQueries({ queryKey: queryKeys.allBusyPhones })
      if (!(await isExplained(error))) setFailure(`${ERROR_TEXTS.createChat}. ${errorText(error)}`)
    } finally {
      setSending(false)
    }
  }

  /**
   * Repeats the request whose answer was lost, which returns the chat that it created. A draft that has been edited
   * since is not sent.
   */
  async function recover() {
    const { attempt, recipients } = store.current()
    if (isSending || !attempt?.isLost) return
    const isSame = contentOf(await chatOf(recipients)) === attempt.content
    if (isSame) return send()
    setFailure(null)
    store.change({ attempt: { ...attempt, isLost: false } })
  }

  async function create(recipients: readonly Recipient[], isEmpty: boolean): Promise<Chat> {
    const whole = await chatOf(recipients)
    const chat = isEmpty ? { ...whole, text: '', files: [] } : whole
    const last = store.current().attempt
    const content = contentOf(chat)
    const timing = { holdSeconds: holdSecondsOf(owner).current() }
    const attempt = last?.content === content ? last : { content, key: crypto.randomUUID(), timing }
    store.change({ attempt })
    return createChat(api, chat, attempt)
  }

  async function chatOf(recipients: readonly Recipient[]): Promise<NewChat> {
    const users = userCandidates(await client.ensureQueryData(usersQuery(api)))
    const members = withRecipients(firstMembers(users, { me: owner, number: line }), recipients)
    const { number, name, autoName } = fillDraft(
      { ...UNTOUCHED, numberId: line?.id ?? null, members },
      { numbers: lines, users, me: owner },
    )
    if (number === undefined) throw new Error(ERROR_TEXTS.unexpected)
    const { text, files } = drafts.of(store.id)
    const { relay, moveMembers } = store.current()
    return { numberId: number.id, name, autoName, members, relay, moveMembers, text: text.trim(), files }
  }

  /** Whether the view shows which chats the phones are in, and how to continue. */
  async function isExplained(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError && error.code === 'number-busy')) return false
    const { recipients } = store.current()
    try {
      const busy = await client.fetchQuery(busyPhonesQuery(api, { recipients, line, lines }))
      return busy.phones.length > 0
    } catch {
      return false
    }
  }

  return {
    isSending,
    failure,
    send: () => void send(),
    begin: () => void send(true),
    recover: () => void recover(),
    forget: () => setFailure(null),
  }
}
