import type { Chat, ChatId, MemberId, NumberId, TwilioNumber } from '@partyline/contract'
import { useRef, useState } from 'react'
import { ApiError, errorWithDetails } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { errorModal, openModal, useModal } from '../../ui/index.ts'
import { findBusyPhones } from './busy-phones.ts'
import type { BusyPhones } from './busy-phones.ts'
import { DRAFT_FIELDS } from './chat-draft.ts'
import type { DraftProblems, FilledDraft } from './chat-draft.ts'

/** The body of both creating and changing a chat. */
type ChatBody = Pick<FilledDraft, 'name' | 'autoName'> & {
  numberId: NumberId
  memberIds: MemberId[]
  /** Absent if no one was asked. */
  relay?: boolean
  moveMembers: boolean
}

/** Submits the form. The same content has the same key, so that a lost response repeats nothing. */
export type SubmitChat = (body: ChatBody, idempotencyKey: string) => Promise<Chat>

/** Contacts are in other chats on this line: the form shows which, and how to continue. */
type Failure = { text: string; busy: BusyPhones }

const NO_PROBLEMS: DraftProblems = {}

type Parts = {
  submit: SubmitChat
  failureTitle: string
  numbers: readonly TwilioNumber[]
  /** The chat that is changed; absent for a new one. */
  chatId?: ChatId | undefined
  onDone: (chat: Chat) => void
}

/** Submits the form, keeps the modal open until then, and shows failures next to their fields or in an error modal. */
export function useSubmitChat({ submit, failureTitle, numbers, chatId, onDone }: Parts) {
  const api = useApi()
  const modal = useModal()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const sent = useRef({ content: '', key: '' })

  async function send(
    { number, name, autoName, members, relay }: FilledDraft,
    { moveMembers }: { moveMembers: boolean },
  ) {
    if (number === undefined || modal.submitting) return
    const body = {
      numberId: number.id,
      name,
      autoName,
      memberIds: members.map(({ id }) => id),
      ...(relay !== null && { relay }),
      moveMembers,
    }
    const content = JSON.stringify(body)
    if (sent.current.content !== content) sent.current = { content, key: crypto.randomUUID() }
    forget()
    modal.setSubmitting(true)
    try {
      const chat = await submit(body, sent.current.key)
      modal.done()
      onDone(chat)
    } catch (error) {
      const isBusy = error instanceof ApiError && error.code === 'number-busy'
      const busy = isBusy ? await whereBusy({ members, numberId: number.id, chatId, numbers }) : null
      modal.setSubmitting(false)
      const refused = problemsOf(error)
      if (busy) setFailure({ text: `${failureTitle}.`, busy })
      else if (refused !== NO_PROBLEMS) setProblems(refused)
      else openModal(errorModal, { title: failureTitle, message: errorWithDetails(error) })
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

  function forget() {
    setFailure(null)
    setProblems(NO_PROBLEMS)
  }

  return { send, failure, problems, forget }
}

/** The server's errors if all of them are about fields. */
function problemsOf(error: unknown): DraftProblems {
  const errors = error instanceof ApiError ? Object.entries(error.errors) : []
  const isAboutFields = errors.length > 0 && errors.every(([name]) => DRAFT_FIELDS.some((field) => field === name))
  if (!isAboutFields) return NO_PROBLEMS
  return Object.fromEntries(errors.map(([name, sentences]) => [name, sentences.join('\n')]))
}
