import type { NumberId } from '@partyline/contract'
import { browserStorage } from '../../platform/browser-storage.ts'
import { createStore } from '../../platform/store.ts'
import type { Recipient } from './recipients.ts'

/** A request to create the chat. Its answer can get lost, so the same content is always sent with the same key and timing. */
export type Attempt = {
  content: string
  key: string
  timing: { holdSeconds: number }
  /** No answer arrived: the chat may exist. */
  isLost?: boolean
}

/** A new chat that is not sent yet, except for its message, which is a draft like any other. */
type NewChatDraft = {
  recipients: readonly Recipient[]
  /** The text in the field for recipients. */
  written: string
  /** The chosen line; null for the usual one. */
  numberId: NumberId | null
  relay: boolean
  /** Whether to move phones here that are in other chats on the line. */
  moveMembers: boolean
  /** The last one. */
  attempt: Attempt | null
}

const EMPTY: NewChatDraft = {
  recipients: [],
  written: '',
  numberId: null,
  relay: true,
  moveMembers: false,
  attempt: null,
}

type Parts = {
  /** Whose draft it is; another person in this browser does not see it. */
  owner: string
  /** Null if the browser denies it. The draft then lasts as long as the page. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
}

export type NewChatDraftStore = ReturnType<typeof createNewChatDraft>

/** A person's new chat. It survives opening another chat, and a reload. */
function createNewChatDraft({ owner, storage }: Parts) {
  const key = `partyline.newChat.${owner}`
  const { current, subscribe, set } = createStore(parseDraft(storage?.getItem(key) ?? null))

  function save(draft: NewChatDraft) {
    set(draft)
    try {
      if (draft === EMPTY) storage?.removeItem(key)
      else storage?.setItem(key, JSON.stringify(draft))
    } catch {
      // Storage is full: the draft lasts as long as the page.
    }
  }

  return {
    current,
    subscribe,
    change: (next: Partial<NewChatDraft>) => save({ ...current(), ...next }),
    /** Chooses recipients or the line. The person has not agreed to move phones for that. */
    choose: (next: Partial<NewChatDraft>) => save({ ...current(), ...next, moveMembers: false }),
    clear: () => save(EMPTY),
  }
}

const drafts = new Map<string, NewChatDraftStore>()

/** The person's new chat on this page. */
export function newChatDraftOf(owner: string): NewChatDraftStore {
  let draft = drafts.get(owner)
  if (draft === undefined) {
    draft = createNewChatDraft({ owner, storage: browserStorage('sessionStorage') })
    drafts.set(owner, draft)
  }
  return draft
}

function parseDraft(stored: string | null): NewChatDraft {
  try {
    const { recipients, ...rest } = JSON.parse(stored ?? '') as NewChatDraft
    if (Array.isArray(recipients)) return { ...EMPTY, ...rest, recipients }
  } catch {
    // Not ours.
  }
  return EMPTY
}
