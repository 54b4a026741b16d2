import type { MemberId } from '@partyline/contract'
import type { RecordStore } from '../../platform/record-store.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { AttachedFile, Outgoing } from './outgoing.ts'

/** Keeps messages that are not sent yet, so that a reload or a crash of the page loses none. */
export type OutboxStorage = {
  /** Makes this page the owner of what it keeps, until the returned function is called. */
  open: () => () => void
  keep: (outgoing: Outgoing) => void
  forget: (id: Outgoing['id']) => void
  /** Takes over what pages that are gone have left, oldest first. */
  adopt: () => Promise<Outgoing[]>
}

/** A message as the browser keeps it: links to its files would not outlive the page. */
export type StoredOutgoing = Omit<Outgoing, 'files'> & {
  owner: MemberId
  /** The page that sends it; its lock tells whether it is still there. */
  page: string
  files: Omit<AttachedFile, 'previewUrl'>[]
}

/** What goes beyond this lives as long as the page. */
export const KEPT_MOST = { messages: 100, bytes: 50_000_000 }
/** What waited longer does not go out by itself any more: a person decides. Milliseconds (12 hours). */
const GOES_OUT_WITHIN_MS = 12 * 60 * 60_000

type Parts = {
  /** Whose messages these are: the next person at this browser does not find them. */
  owner: MemberId
  /** This page, by a name of its own. */
  page: string
  records: RecordStore<StoredOutgoing>
  /** Other pages of this browser hold locks too. */
  locks: Pick<LockManager, 'request'>
  previewOf: (file: File) => string
  now: () => number
}

/** Where storage fails, messages live as long as the page. */
export function createOutboxStorage({ owner, page, records, locks, previewOf, now }: Parts): OutboxStorage {
  /** One after the other, so that a message is never kept after it was forgotten. */
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  /** A full or forbidden storage costs nothing yet: the message is in the page's memory, and goes out from there. */
  const tryInTurn = (work: () => Promise<void>) => void inTurn(work).catch(() => undefined)

  function adoptFrom(gone: string): Promise<StoredOutgoing[]> {
    return locks.request(lockOf(gone), { ifAvailable: true }, async (lock) => {
      if (lock === null) return []
      // Asked anew under the lock: another page may have taken them in the meantime.
      const left = (await records.all()).filter((one) => one.owner === owner && one.page === gone)
      for (const one of left) await records.put({ ...one, page })
      return left
    })
  }

  function restored({ files, owner: _owner, page: _page, ...outgoing }: StoredOutgoing): Outgoing {
    const waitedTooLong = now() - Date.parse(outgoing.sentOn) > GOES_OUT_WITHIN_MS
    const withFiles = { ...outgoing, files: files.map((one) => ({ ...one, previewUrl: previewOf(one.file) })) }
    if (!waitedTooLong || outgoing.state.kind === 'failed') return withFiles
    return { ...withFiles, state: { kind: 'failed', reason: MESSAGE_TEXTS.waitedTooLong } }
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
        if (others.length < KEPT_MOST.messages && bytesOf([...others, stored]) <= KEPT_MOST.bytes) {
          await records.put(stored)
        }
      })
    },

    forget: (id) => tryInTurn(() => records.remove(id)),

    async adopt() {
      try {
        const mine = (await records.all()).filter((one) => one.owner === owner && one.page !== page)
        const left = await Promise.all([...new Set(mine.map((one) => one.page))].map(adoptFrom))
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

/** For browsers that keep their storage away. */
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
