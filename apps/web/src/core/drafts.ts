import { isBlank } from '@partyline/contract'
import type { ChatId, MemberId, QuotedMessage } from '@partyline/contract'
import { attachFiles } from './attach-files.ts'
import { createListeners } from '../platform/store.ts'
import type { AttachedFile, Replaced, Writing } from './outbox/outgoing.ts'

/** An unsent message. Its text and quote survive a reload, its files don't. */
export type Draft = Writing & {
  /** Why a file was rejected. */
  problem: string | null
  /** The files of the edited message are not loaded yet. Without them, it can't be sent. */
  lacksFiles: boolean
}

const EMPTY: Draft = { text: '', files: [], replyTo: null, replaces: null, problem: null, lacksFiles: false }

type Parts = {
  /** Whose drafts these are; another person in this browser does not see them. */
  owner: MemberId
  /** Null if the browser denies it. */
  storageFor: (chatId: ChatId) => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  /** Frees files that are no longer needed. */
  release: (files: readonly AttachedFile[]) => void
  /** Called with the text whenever it changes. */
  onWrite?: (chatId: ChatId, text: string) => void
}

export type Drafts = ReturnType<typeof createDrafts>

/** The drafts of all chats, so that opening another chat loses nothing. */
export function createDrafts({ owner, storageFor, release, onWrite }: Parts) {
  const keyOf = (chatId: ChatId) => `partyline.draft.${owner}.${chatId}`
  const drafts = new Map<ChatId, Draft>()
  const { subscribe, notify } = createListeners()

  function of(chatId: ChatId): Draft {
    let draft = drafts.get(chatId)
    if (draft === undefined) {
      draft = { ...EMPTY, ...parseDraft(storageFor(chatId)?.getItem(keyOf(chatId)) ?? null) }
      drafts.set(chatId, draft)
    }
    return draft
  }

  function save(chatId: ChatId, { text, replyTo, replaces }: Draft) {
    const storage = storageFor(chatId)
    try {
      if (text === '' && replyTo === null && replaces === null) storage?.removeItem(keyOf(chatId))
      else storage?.setItem(keyOf(chatId), JSON.stringify({ text, replyTo, replaces }))
    } catch {
      // Storage is full: the draft lasts as long as the page.
    }
  }

  function change(chatId: ChatId, next: Partial<Draft>) {
    const draft = { ...of(chatId), ...next }
    drafts.set(chatId, draft)
    save(chatId, draft)
    notify()
    if (next.text !== undefined) onWrite?.(chatId, next.text)
  }

  function attachTo(chatId: ChatId, added: readonly AttachedFile[]) {
    const { files, rejected, problem } = attachFiles(of(chatId).files, added)
    release(rejected)
    change(chatId, { files, problem })
  }

  return {
    of,
    subscribe,
    write: (chatId: ChatId, text: string) => change(chatId, { text }),
    replyTo: (chatId: ChatId, replyTo: QuotedMessage | null) => change(chatId, { replyTo }),
    /** Edits a pending message, unless something is being written. Returns whether it is in the draft now. */
    edit(chatId: ChatId, { text, replyTo, replaces }: Omit<Writing, 'files'> & { replaces: Replaced }): boolean {
      const draft = of(chatId)
      if (draft.replaces?.id === replaces.id) return true
      if (!isEmpty(draft)) return false
      change(chatId, { text, replyTo, replaces, lacksFiles: replaces.hasFiles })
      return true
    },
    /** The edited message is not scheduled anymore: the draft is sent at once. */
    dropTime(chatId: ChatId) {
      const { replaces } = of(chatId)
      if (replaces?.schedule) change(chatId, { replaces: { ...replaces, schedule: null } })
    },
    /** Attaches the files of the edited message. */
    restore(chatId: ChatId, files: readonly AttachedFile[]) {
      attachTo(chatId, files)
      change(chatId, { lacksFiles: false })
    },
    clear(chatId: ChatId) {
      release(of(chatId).files)
      change(chatId, EMPTY)
    },
    attach: attachTo,
    detach(chatId: ChatId, file: AttachedFile) {
      release([file])
      change(chatId, { files: of(chatId).files.filter((one) => one !== file), problem: null })
    },
    /** Returns the draft for sending, and starts a new one. */
    take(chatId: ChatId): Writing {
      const { text, files, replyTo, replaces } = of(chatId)
      change(chatId, EMPTY)
      return { text: text.trim(), files, replyTo, replaces }
    },
  }
}

/** A stored draft; empty if there is none, or it is not ours. */
function parseDraft(stored: string | null): Partial<Draft> {
  try {
    const { text, replyTo = null, replaces = null } = JSON.parse(stored ?? '') as Partial<Draft>
    if (typeof text === 'string') return { text, replyTo, replaces, lacksFiles: replaces?.hasFiles ?? false }
  } catch {
    // Not ours.
  }
  return {}
}

const isEmpty = ({ text, files, replyTo, replaces }: Draft) =>
  isBlank(text) && files.length === 0 && replyTo === null && replaces === null
