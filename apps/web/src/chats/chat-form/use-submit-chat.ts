import type { Chat, ChatId, MemberId, NumberId, TwilioNumber } from '@partyline/contract'
import { useRef, useState } from 'react'
import { ApiError, errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { errorModal, openModal, useModal } from '../../ui/index.ts'
import { findBusyPhones } from './busy-phones.ts'
import type { BusyPhones } from './busy-phones.ts'
import type { FilledDraft } from './chat-draft.ts'

/** What creating and changing a chat send alike. */
type ChatBody = { numberId: NumberId; name: string; memberIds: MemberId[]; relay: boolean; moveMembers: boolean }

/** Hands the form to the server. The same content comes with the same key, so that a lost answer repeats nothing. */
export type SubmitChat = (body: ChatBody, idempotencyKey: string) => Promise<Chat>

/** Phones are in other chats on this number: the form shows where, and the ways on. */
type Failure = { text: string; busy: BusyPhones }

type Parts = {
  submit: SubmitChat
  failureTitle: string
  numbers: readonly TwilioNumber[]
  /** The chat that is changed; absent for a new one. */
  chatId?: ChatId | undefined
  onDone: (chat: Chat) => void
}

/** Sends the form, keeps the modal open meanwhile, and says why it failed: in a modal of its own, section 8. */
export function useSubmitChat({ submit, failureTitle, numbers, chatId, onDone }: Parts) {
  const api = useApi()
  const modal = useModal()
  const [failure, setFailure] = useState<Failure | null>(null)
  const sent = useRef({ content: '', key: '' })

  async function send({ number, name, members, relay }: FilledDraft, { moveMembers }: { moveMembers: boolean }) {
    if (number === undefined || modal.submitting) return
    const body = { numberId: number.id, name, memberIds: members.map(({ id }) => id), relay, moveMembers }
    const content = JSON.stringify(body)
    if (sent.current.content !== content) sent.current = { content, key: crypto.randomUUID() }
    setFailure(null)
    modal.setSubmitting(true)
    try {
      const chat = await submit(body, sent.current.key)
      modal.done()
      onDone(chat)
    } catch (error) {
      const isBusy = error instanceof ApiError && error.code === 'number-busy'
      const busy = isBusy ? await whereBusy({ members, numberId: number.id, chatId, numbers }) : null
      modal.setSubmitting(false)
      if (busy) setFailure({ text: `${failureTitle}.`, busy })
      else openModal(errorModal, { title: failureTitle, message: reasonOf(error) })
    }
  }

  async function whereBusy(wanted: Parameters<typeof findBusyPhones>[1]): Promise<BusyPhones | null> {
    try {
      const busy = await findBusyPhones(api, wanted)
      return busy.phones.length > 0 ? busy : null
    } catch {
      return null
    }
  }

  return { send, failure, forget: () => setFailure(null) }
}

function reasonOf(error: unknown): string {
  const details = error instanceof ApiError ? error.details : null
  return [errorText(error), details].filter((line) => line !== null).join('\n')
}
