import type { ChatId, Message } from '@partyline/contract'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import type { Drafts } from '../../core/drafts.ts'
import type { Schedule } from '../../core/outbox/outgoing.ts'
import { announce, errorModal, openModal } from '../../ui/index.ts'
import { readFiles } from '../../media/index.ts'
import { PENDING_TEXTS } from './pending-texts.ts'

type Parts = {
  chatId: ChatId
  drafts: Drafts
  /** Called after a change: an event brings the result, unless there is no connection. */
  onChanged: () => void
  focusComposer: () => void
}

/** What a person can do with messages that have not been sent. */
export function usePending({ chatId, drafts, onChanged, focusComposer }: Parts) {
  const api = useApi()
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
    const { id, text, parent: replyTo, pending } = message
    const isScheduled = pending?.state === 'scheduled'
    const schedule = isScheduled ? { sendAt: pending.sendOn, cancelOnReply: pending.cancelOnReply } : null
    const isEdited = drafts.edit(chatId, { text, replyTo, replaces: { id, schedule } })
    if (isEdited) focusComposer()
    return isEdited
  }

  /** Its files join its text in the composer; after a reload, again. */
  async function restoreFiles({ id, media }: Message) {
    const { replaces, files: attached } = drafts.of(chatId)
    if (replaces?.id !== id || attached.length > 0) return
    const files = await Promise.all(
      media.map(async ({ publicLink, fileName, contentType }) => {
        const response = await fetch(publicLink)
        if (!response.ok) throw new Error(`${fileName} answered ${response.status}`)
        return new File([await response.blob()], fileName, { type: contentType })
      }),
    )
    drafts.attach(chatId, await readFiles(files, () => crypto.randomUUID()))
  }

  return {
    edit,
    async undo(message: Message) {
      if (!(await cancel(message, PENDING_TEXTS.undoFailed))) return
      announce(edit(message) ? PENDING_TEXTS.undone : PENDING_TEXTS.undoneKept)
    },
    async remove(message: Message) {
      if (!(await cancel(message, PENDING_TEXTS.failed))) return
      if (drafts.of(chatId).replaces?.id === message.id) drafts.clear(chatId)
      announce(message.pending?.state === 'returned' ? PENDING_TEXTS.discarded : PENDING_TEXTS.deleted)
      focusComposer()
    },
    async reschedule(message: Message, schedule: Schedule | null) {
      const body = schedule ?? { sendAt: null }
      const done = await run(
        () => api.call('messages.reschedule', { params: paramsOf(message), body }),
        PENDING_TEXTS.failed,
      )
      if (done) focusComposer()
    },
    restoreFiles,
  }
}

export type PendingActions = ReturnType<typeof usePending>
