import { isBlank } from '@partyline/contract'
import type { ChatId, MemberId, QuotedMessage } from '@partyline/contract'
import { attachFiles } from './attach-files.ts'
import { createListeners } from '../platform/store.ts'
import type { Mentioned } from './notes/mentions.ts'
import type { AttachedFile, Replaced, Writing } from './outbox/outgoing.ts'

/** Whether a draft is sent as a text, or added as a note that only the team sees. */
export type DraftMode = 'text' | 'note'

/** An unsent message or note. All but its files survives a reload. */
export type Draft = Writing & {
  /** Stays when the draft is sent or added. */
  mode: DraftMode
  /** Who was chosen from the list of people, the latest last. Their names may be gone from the text. */
  mentioned: readonly Mentioned[]
  /** Whether the person wants to send it as a text although it mentions a colleague. */
  isTextOnPurpose: boolean
  /** The Idempotency-Key of an attempt to add exactly this note, which may have arrived. */
  noteKey: string | null
  /** Whether the note is on its way. Until the answer, its files and the mode stay. */
  isAdding: boolean
  /** Why a file was rejected, or the note not added. */
  problem: string | null
  /** The files of the edited message are not loaded yet. Without them, it can't be sent. */
  lacksFiles: boolean
}

/** The content of a new note. */
export type NoteWriting = Pick<Draft, 'text' | 'files' | 'mentioned'> & { key: string }

const EMPTY: Omit<Draft, 'mode'> = {
  text: '',
  files: [],
  replyTo: null,
  replaces: null,
  mentioned: [],
  isTextOnPurpose: false,
  noteKey: null,
  isAdding: false,
  problem: null,
  lacksFiles: false,
}

type Parts = {
  /** Whose drafts these are; another person in this browser does not see them. */
  owner: MemberId
  /** Null if the browser denies it. */
  storageFor: (chatId: ChatId) => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  /** Frees files that are no longer needed. */
  release: (files: readonly AttachedFile[]) => void
  /** Called with the text and the mode whenever one of them changes. */
  onWrite?: (chatId: ChatId, text: string, mode: DraftMode) => void
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
      draft = { ...EMPTY, mode: 'text', ...parseDraft(storageFor(chatId)?.getItem(keyOf(chatId)) ?? null) }
      drafts.set(chatId, draft)
    }
    return draft
  }

  function save(chatId: ChatId, draft: Draft) {
    const storage = storageFor(chatId)
    try {
      const { text, replyTo, replaces, mode } = draft
      const isDefault = text === '' && replyTo === null && replaces === null && mode === 'text'
      if (isDefault) storage?.removeItem(keyOf(chatId))
      else storage?.setItem(keyOf(chatId), JSON.stringify(storedPart(draft)))
    } catch {
      // Storage is full: the draft lasts as long as the page.
    }
  }

  function change(chatId: ChatId, next: Partial<Draft>) {
    const draft = { ...of(chatId), ...next }
    drafts.set(chatId, draft)
    save(chatId, draft)
    notify()
    if (next.text !== undefined || next.mode !== undefined) onWrite?.(chatId, draft.text, draft.mode)
  }

  function attachTo(chatId: ChatId, added: readonly AttachedFile[]) {
    if (of(chatId).isAdding) return release(added)
    const { files, rejected, problem } = attachFiles(of(chatId).files, added)
    release(rejected)
    change(chatId, { files, problem, noteKey: null })
  }

  /** Starts a new draft in the same mode. */
  const empty = (chatId: ChatId) => change(chatId, EMPTY)

  return {
    of,
    subscribe,
    write(chatId: ChatId, text: string) {
      const isTextOnPurpose = text !== '' && of(chatId).isTextOnPurpose
      change(chatId, { text, isTextOnPurpose, noteKey: null })
    },
    /** An edited message can't become a note. Returns whether the draft has the mode now. */
    setMode(chatId: ChatId, mode: DraftMode): boolean {
      const { isAdding, replaces, mode: before } = of(chatId)
      if (isAdding || (mode === 'note' && replaces !== null)) return false
      if (mode !== before) change(chatId, { mode, problem: null })
      return true
    },
    /** Remembers who was chosen; the caller writes the name into the text. */
    mention(chatId: ChatId, chosen: Mentioned) {
      const others = of(chatId).mentioned.filter(({ id }) => id !== chosen.id)
      change(chatId, { mentioned: [...others, chosen], noteKey: null })
    },
    keepAsText: (chatId: ChatId) => change(chatId, { isTextOnPurpose: true }),
    /** Returns the note to add. A retry of the same note has the same key. */
    startNote(chatId: ChatId, newKey: () => string): NoteWriting {
      const { text, files, mentioned, noteKey } = of(chatId)
      const key = noteKey ?? newKey()
      change(chatId, { noteKey: key, isAdding: true, problem: null })
      return { text: text.trim(), files, mentioned, key }
    },
    /** Keeps text that was typed since. `added`: the draft's text when the note was added. */
    noteAdded(chatId: ChatId, added: string) {
      const { text, files, mentioned } = of(chatId)
      release(files)
      const rest = text.startsWith(added) ? text.slice(added.length).trimStart() : text
      change(chatId, { ...EMPTY, text: rest, ...(rest !== '' && { mentioned }) })
    },
    noteFailed: (chatId: ChatId, problem: string) => change(chatId, { isAdding: false, problem }),
    /** A note is never a reply: it becomes a text, unless it is on its way. */
    replyTo(chatId: ChatId, replyTo: QuotedMessage | null) {
      const { mode, isAdding } = of(chatId)
      const becomesText = mode === 'note' && replyTo !== null && !isAdding
      change(chatId, { replyTo, ...(becomesText && { mode: 'text', problem: null }) })
    },
    /** Edits a pending message, unless something is being written. Returns whether it is in the draft now. */
    edit(chatId: ChatId, { text, replyTo, replaces }: Omit<Writing, 'files'> & { replaces: Replaced }): boolean {
      const draft = of(chatId)
      if (draft.replaces?.id === replaces.id) return true
      if (!isEmpty(draft)) return false
      change(chatId, { text, replyTo, replaces, mode: 'text', lacksFiles: replaces.hasFiles })
      return true
    },
    /** Starts a text with what could not be sent, unless something is being written. Returns whether it did. */
    putBack(chatId: ChatId, text: string): boolean {
      if (!isEmpty(of(chatId))) return false
      change(chatId, { text, mode: 'text' })
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
      empty(chatId)
    },
    attach: attachTo,
    detach(chatId: ChatId, file: AttachedFile) {
      if (of(chatId).isAdding) return
      release([file])
      change(chatId, { files: of(chatId).files.filter((one) => one !== file), problem: null, noteKey: null })
    },
    /** Returns the draft for sending, and starts a new one. */
    take(chatId: ChatId): Writing {
      const { text, files, replyTo, replaces } = of(chatId)
      empty(chatId)
      return { text: text.trim(), files, replyTo, replaces }
    },
  }
}

/** Without what is as usual. A key is only for a note with the same files, which are not stored. */
function storedPart({ text, replyTo, replaces, mode, mentioned, isTextOnPurpose, noteKey, files }: Draft) {
  return {
    text,
    replyTo,
    replaces,
    ...(mode === 'note' && { mode }),
    ...(mentioned.length > 0 && { mentioned }),
    ...(isTextOnPurpose && { isTextOnPurpose }),
    ...(noteKey !== null && files.length === 0 && { noteKey }),
  }
}

/** A stored draft; empty if there is none, or it is not ours. */
function parseDraft(stored: string | null): Partial<Draft> {
  try {
    const { text, replyTo = null, replaces = null, ...more } = JSON.parse(stored ?? '') as Partial<Draft>
    if (typeof text === 'string') return { ...more, text, replyTo, replaces, lacksFiles: replaces?.hasFiles ?? false }
  } catch {
    // Not ours.
  }
  return {}
}

const isEmpty = ({ text, files, replyTo, replaces }: Draft) =>
  isBlank(text) && files.length === 0 && replyTo === null && replaces === null
