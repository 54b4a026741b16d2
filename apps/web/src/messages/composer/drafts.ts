import type { ChatId, MemberId, QuotedMessage } from '@partyline/contract'
import type { AttachedFile, Writing } from '../outbox/outgoing.ts'
import { attach } from './attachments.ts'

/** What is being written into a chat. Text and quote outlive a reload, files do not. */
export type Draft = Writing & {
  /** Why a file was not taken. */
  problem: string | null
}

const EMPTY: Draft = { text: '', files: [], replyTo: null, problem: null }

type Parts = {
  /** Whose drafts these are: the next person at this browser does not find them. */
  owner: MemberId
  /** Null where the browser forbids it. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  /** Called with files that are no longer needed. */
  release: (files: readonly AttachedFile[]) => void
  /** Called with what is in the field whenever that has changed. */
  onWrite?: (chatId: ChatId, text: string) => void
}

export type Drafts = ReturnType<typeof createDrafts>

/** What is being written, chat by chat, so that looking into another chat loses nothing. */
export function createDrafts({ owner, storage, release, onWrite }: Parts) {
  const keyOf = (chatId: ChatId) => `partyline.draft.${owner}.${chatId}`
  const drafts = new Map<ChatId, Draft>()
  const listeners = new Set<() => void>()

  function of(chatId: ChatId): Draft {
    let draft = drafts.get(chatId)
    if (draft === undefined) {
      draft = { ...EMPTY, ...keptIn(storage?.getItem(keyOf(chatId)) ?? null) }
      drafts.set(chatId, draft)
    }
    return draft
  }

  function keep(chatId: ChatId, { text, replyTo }: Draft) {
    try {
      if (text === '' && replyTo === null) storage?.removeItem(keyOf(chatId))
      else storage?.setItem(keyOf(chatId), JSON.stringify({ text, replyTo }))
    } catch {
      // A full storage: the draft lives as long as the page.
    }
  }

  function change(chatId: ChatId, next: Partial<Draft>) {
    const draft = { ...of(chatId), ...next }
    drafts.set(chatId, draft)
    keep(chatId, draft)
    for (const listener of listeners) listener()
    if (next.text !== undefined) onWrite?.(chatId, next.text)
  }

  return {
    of,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    write: (chatId: ChatId, text: string) => change(chatId, { text }),
    replyTo: (chatId: ChatId, replyTo: QuotedMessage | null) => change(chatId, { replyTo }),
    attach(chatId: ChatId, added: readonly AttachedFile[]) {
      const { files, rejected, problem } = attach(of(chatId).files, added)
      release(rejected)
      change(chatId, { files, problem })
    },
    detach(chatId: ChatId, file: AttachedFile) {
      release([file])
      change(chatId, { files: of(chatId).files.filter((held) => held !== file), problem: null })
    },
    /** Hands the draft over for sending, and begins a new one. */
    take(chatId: ChatId): Writing {
      const { text, files, replyTo } = of(chatId)
      change(chatId, EMPTY)
      return { text: text.trim(), files, replyTo }
    },
  }
}

/** What a reload left; nothing where something else stands there. */
function keptIn(stored: string | null): Pick<Draft, 'text' | 'replyTo'> {
  try {
    const { text, replyTo = null } = JSON.parse(stored ?? '') as Partial<Draft>
    if (typeof text === 'string') return { text, replyTo }
  } catch {
    // Not ours.
  }
  return { text: '', replyTo: null }
}
