import type { MemberId } from '@partyline/contract'
import type { RecordStore } from '../../platform/record-store.ts'
import { SENDING_TEXTS } from '../sending-texts.ts'
import type { AttachedFile, Outgoing } from './outgoing.ts'

/** Keeps unsent messages, so that a reload or crash of the page loses none. */
export type OutboxStorage = {
  /** Makes this page the owner of what it keeps. Returns how to end that. */
  open: () => () => void
  keep: (outgoing: Outgoing) => void
  forget: (id: Outgoing['id']) => void
  /** Takes over the messages of pages that were closed, oldest first. */
  adopt: () => Promise<Outgoing[]>
}

/** A message as stored: links to its files would not outlive the page. */
export type StoredOutgoing = Omit<Outgoing, 'files'> & {
  owner: MemberId
  /** The page that sends it; its lock tells whether it is still open. */
  page: string
  files: Omit<AttachedFile, 'previewUrl'>[]
}

/** Messages beyond this last as long as the page. */
export const MAX_STORED = { messages: 100, bytes: 50_000_000 }
/** After a reload, messages that waited longer are not sent automatically: a person decides. Milliseconds (12 hours). */
const MAX_AUTOMATIC_SEND_MS = 12 * 60 * 60_000

type Parts = {
  /** Whose messages these are; another person in this browser does not see them. */
  owner: MemberId
  /** A unique name of this page. */
  page: string
  records: RecordStore<StoredOutgoing>
  /** Shared with the other pages of this browser. */
  locks: Pick<LockManager, 'request'>
  previewOf: (file: File) => string
  now: () => number
}

/** If storage fails, messages last as long as the page. */
export function createOutboxStorage({ owner, page, records, locks, previewOf, now }: Parts): OutboxStorage {
  /** Runs writes in order, so that a message is never stored after it was forgotten. */
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  /** Ignores full or denied storage: the message is in memory, and is sent from there. */
  const tryInTurn = (work: () => Promise<void>) => void inTurn(work).catch(() => undefined)

  function adoptFrom(gone: string): Promise<StoredOutgoing[]> {
    return locks.request(lockOf(gone), { ifAvailable: true }, async (lock) => {
      if (lock === null) return []
      // Read again under the lock: another page may have taken them in the meantime.
      const left = (await records.all()).filter((one) => one.owner === owner && one.page === gone)
      for (const one of left) await records.put({ ...one, page })
      return left
    })
  }

  function restored({ files, owner: _owner, page: _page, ...outgoing }: StoredOutgoing): Outgoing {
    const waitedTooLong = now() - Date.parse(outgoing.sentOn) > MAX_AUTOMATIC_SEND_MS
    const withFiles = { ...outgoing, files: files.map((one) => ({ ...one, previewUrl: previewOf(one.file) })) }
    if (!waitedTooLong || outgoing.state.kind === 'failed') return withFiles
    return { ...withFiles, state: { kind: 'failed', reason: SENDING_TEXTS.waitedTooLong } }
  }

  return {
    open() {
      const { promise, resolve } = Promise.withResolvers<void>()
      locks.request(lockOf(page), () => promise).catch(() => undefined)
      return resolve
    },

    keep({ files, ...outgoing }) {
      const stored = { ...outgoing, owner, page, files: files.map(withoutLink) }
      tryInTurn(async () => {
        const others = (await records.all()).filter(({ id }) => id !== stored.id)
        if (others.length < MAX_STORED.messages && bytesOf([...others, stored]) <= MAX_STORED.bytes) {
          await records.put(stored)
        }
      })
    },

    forget: (id) => tryInTurn(() => records.remove(id)),

    async adopt() {
      try {
        const others = (await records.all()).filter((one) => one.page !== page)
        const left = await Promise.all([...new Set(others.map((one) => one.page))].map(adoptFrom))
        return left
          .flat()
          .toSorted((one, other) => one.sentOn.localeCompare(other.sentOn))
          .map(restored)
      } catch {
        return []
      }
    },
  }
}

/** For browsers that deny storage. */
export const NO_OUTBOX_STORAGE: OutboxStorage = {
  open: () => () => undefined,
  keep: () => undefined,
  forget: () => undefined,
  adopt: async () => [],
}

function withoutLink({ previewUrl: _previewUrl, ...file }: AttachedFile): Omit<AttachedFile, 'previewUrl'> {
  return file
}

const lockOf = (page: string) => `partyline.outbox.${page}`

function bytesOf(messages: readonly StoredOutgoing[]): number {
  return messages.flatMap(({ files }) => files).reduce((sum, { file }) => sum + file.size, 0)
}
