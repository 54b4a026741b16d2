import { isBlank } from '@partyline/contract'
import type { ChatId, NumberId } from '@partyline/contract'
import { browserStorage } from '../../platform/browser-storage.ts'
import { createListeners } from '../../platform/store.ts'
import type { Recipient } from './recipients.ts'

/** A request to create the chat. Its response can get lost, so the same content always has the same key and timing. */
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
  /** Whether its phones read each other's texts. Null until the person decides. */
  relay: boolean | null
  /** Whether to move phones here that are in other chats on the line. */
  moveMembers: boolean
  /** The last one. */
  attempt: Attempt | null
  /** Milliseconds since 1970. */
  changedAt: number
}

const EMPTY: NewChatDraft = {
  recipients: [],
  written: '',
  numberId: null,
  relay: null,
  moveMembers: false,
  attempt: null,
  changedAt: 0,
}

type Parts = {
  /** Whose drafts these are; another person in this browser does not see them. */
  owner: string
  /** Null if the browser denies it. Drafts are then lost on reload. */
  storage: Storage | null
  now: () => number
}

/** The new chats of a person that are begun, each under its own ID. They survive opening another chat, and a reload. */
export function createNewChatDrafts({ owner, storage, now }: Parts) {
  const prefix = `partyline.newChat.${owner}.`
  const { subscribe, notify } = createListeners()
  let drafts = readAll()

  function readAll(): ReadonlyMap<ChatId, NewChatDraft> {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
    const found = keys.flatMap((key) => {
      const draft = key.startsWith(prefix) ? parseDraft(storage?.getItem(key) ?? null) : null
      const id = key.slice(prefix.length) as ChatId
      return draft === null ? [] : [[id, draft] as const]
    })
    // The latest first.
    return new Map(found.toSorted(([, one], [, other]) => other.changedAt - one.changedAt))
  }

  function save(id: ChatId, next: NewChatDraft) {
    const draft = { ...next, changedAt: now() }
    drafts = new Map([[id, draft], ...[...drafts].filter(([other]) => other !== id)])
    try {
      storage?.setItem(prefix + id, JSON.stringify(draft))
    } catch {
      // Storage is full: the draft is lost on reload.
    }
    notify()
  }

  return {
    subscribe,
    /** All that were begun, the latest first, empty ones included. */
    all: () => drafts,
    /** Another tab has changed them. */
    changedElsewhere: ({ key }: Pick<StorageEvent, 'key'>) => {
      if (key !== null && !key.startsWith(prefix)) return
      drafts = readAll()
      notify()
    },
    of(id: ChatId) {
      const current = () => drafts.get(id) ?? EMPTY
      return {
        id,
        current,
        subscribe,
        change: (next: Partial<NewChatDraft>) => save(id, { ...current(), ...next }),
        /** Chooses recipients or the line. The person has not agreed to move phones for that. */
        choose(next: Partial<NewChatDraft>) {
          const draft = { ...current(), ...next, moveMembers: false }
          const isGroup = draft.recipients.filter(({ role }) => role === 'ExternalMobile').length > 1
          save(id, isGroup ? draft : { ...draft, relay: null })
        },
        clear() {
          if (!drafts.has(id)) return
          drafts = new Map([...drafts].filter(([other]) => other !== id))
          storage?.removeItem(prefix + id)
          notify()
        },
      }
    },
  }
}

export type NewChatDrafts = ReturnType<typeof createNewChatDrafts>

/** Whether a new chat has neither recipients nor text. */
export function isEmptyChat(
  { recipients, written }: Pick<NewChatDraft, 'recipients' | 'written'>,
  { text, files }: { text: string; files: readonly unknown[] },
): boolean {
  return recipients.length === 0 && isBlank(written) && isBlank(text) && files.length === 0
}

const byOwner = new Map<string, NewChatDrafts>()

/** The person's new chats in this browser. */
export function newChatDraftsOf(owner: string): NewChatDrafts {
  let drafts = byOwner.get(owner)
  if (drafts === undefined) {
    drafts = createNewChatDrafts({ owner, storage: browserStorage('localStorage'), now: Date.now })
    const { changedElsewhere } = drafts
    addEventListener('storage', changedElsewhere)
    byOwner.set(owner, drafts)
  }
  return drafts
}

function parseDraft(stored: string | null): NewChatDraft | null {
  try {
    const { recipients, ...rest } = JSON.parse(stored ?? '') as NewChatDraft
    if (Array.isArray(recipients)) return { ...EMPTY, ...rest, recipients }
  } catch {
    // Not ours.
  }
  return null
}
