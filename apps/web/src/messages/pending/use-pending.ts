import type { ChatId, MemberId, Message } from '@partyline/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import type { Drafts } from '../../core/drafts.ts'
import { releaseFiles } from '../../core/outbox/outgoing.ts'
import type { Schedule } from '../../core/outbox/outgoing.ts'
import { announce, errorModal, openModal } from '../../ui/index.ts'
import { fetchFiles, readFiles } from '../../media/index.ts'
import { PENDING_TEXTS, RETURN_REASONS } from './pending-texts.ts'

type Parts = {
  chatId: ChatId
  me: MemberId
  drafts: Drafts
  /** Called after a change: an event brings the result, unless there is no connection. */
  onChanged: () => void
  focusComposer: () => void
}

/** The actions on messages that have not been sent. */
export function usePending({ chatId, me, drafts, onChanged, focusComposer }: Parts) {
  const api = useApi()
  const times = useTimes()
  const paramsOf = ({ id }: Message) => ({ chatId, messageId: id })

  /** Returns whether it has worked. A failure is shown. */
  async function run(work: () => Promise<unknown>, failed: string): Promise<boolean> {
    try {
      await work()
      onChanged()
      return true
    } catch (error) {
      onChanged()
      openModal(errorModal, { title: failed, message: errorText(error) })
      return false
    }
  }

  const cancel = (message: Message, failed: string) =>
    run(() => api.call('messages.cancel', { params: paramsOf(message) }), failed)

  /** Puts it into the composer, unless something else is being written there. */
  function edit(message: Message): boolean {
    const { id, text, parent: replyTo, media, pending } = message
    const isScheduled = pending?.state === 'scheduled'
    const schedule = isScheduled ? { sendAt: pending.sendOn, cancelOnReply: pending.cancelOnReply } : null
    const isEdited = drafts.edit(chatId, { text, replyTo, replaces: { id, schedule, hasFiles: media.length > 0 } })
    if (isEdited) focusComposer()
    return isEdited
  }

  /** Attaches the files of the message in the composer, also after a reload. */
  async function restoreFiles({ id, media }: Message) {
    const isWaiting = () => drafts.of(chatId).lacksFiles && drafts.of(chatId).replaces?.id === id
    if (!isWaiting()) return
    try {
      const files = await readFiles(await fetchFiles(media))
      if (isWaiting()) drafts.restore(chatId, files)
      else releaseFiles(files)
    } catch {
      if (isWaiting()) openModal(errorModal, PENDING_TEXTS.filesFailed)
    }
  }

  return {
    edit,
    async undo(message: Message) {
      if (!(await cancel(message, PENDING_TEXTS.undoFailed))) return
      // It is a draft of its author.
      if (message.sentBy !== me) announce(PENDING_TEXTS.undoneForAuthor)
      else announce(edit(message) ? PENDING_TEXTS.undone : PENDING_TEXTS.undoneKept)
    },
    async remove(message: Message) {
      if (!(await cancel(message, PENDING_TEXTS.failed))) return
      if (drafts.of(chatId).replaces?.id === message.id) drafts.clear(chatId)
      announce(message.pending?.state === 'returned' ? PENDING_TEXTS.discarded : PENDING_TEXTS.deleted)
      focusComposer()
    },
    async reschedule(message: Message, schedule: Schedule | null) {
      const body = schedule ?? { sendAt: null }
      const isDone = await run(
        () => api.call('messages.reschedule', { params: paramsOf(message), body }),
        PENDING_TEXTS.failed,
      )
      if (!isDone) return
      if (schedule) announce(PENDING_TEXTS.rescheduled(times.until(schedule.sendAt)))
      focusComposer()
    },
    restoreFiles,
  }
}

/** The ID of the message in the composer, and a notice if it changed while being edited; null: none. */
export function useEdited({ id: chatId, pending, history }: OpenedChat, drafts: Drafts) {
  const edited = useSyncExternalStore(drafts.subscribe, () => drafts.of(chatId).replaces?.id ?? null)
  const message = pending.find(({ id }) => id === edited)
  const isScheduled = message?.pending?.state === 'scheduled'
  useEffect(() => {
    // Otherwise, it would be scheduled again, although someone has replied.
    if (edited !== null && !isScheduled) drafts.dropTime(chatId)
  }, [drafts, chatId, edited, isScheduled])
  return {
    edited,
    fate: edited === null ? null : fateOf(message, () => history.messages.some(({ id }) => id === edited)),
  }
}

function fateOf(message: Message | undefined, wasSent: () => boolean): string | null {
  if (message === undefined) return wasSent() ? PENDING_TEXTS.sentMeanwhile : PENDING_TEXTS.deletedMeanwhile
  const { state, reason } = message.pending ?? {}
  // A person who undid a message knows why it was not sent.
  return state === 'returned' && reason && reason !== 'undone'
    ? PENDING_TEXTS.editingReturned(RETURN_REASONS[reason])
    : null
}

export type PendingActions = ReturnType<typeof usePending>
