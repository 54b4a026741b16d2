import type { MemberId, Note } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { compareMessages } from '../history/history.ts'

/** The loaded notes of a chat: the newest page first, each page oldest first. */
export type NotePages = InfiniteData<Note[], string | null>

/** A page that is not full is the last one. */
export const hasOlderNotes = (last: readonly Note[]): boolean => last.length >= PAGE.notes

/** Inserts or replaces notes; of two copies, the newer one stays. Notes older than the loaded part are left out. */
export function withNotes(data: NotePages, notes: readonly Note[]): NotePages {
  const pages = notes.reduce(withNote, data.pages)
  return pages === data.pages ? data : { ...data, pages }
}

function withNote(pages: Note[][], note: Note): Note[][] {
  const at = pages.findIndex((page) => page.some(({ id }) => id === note.id))
  const known = pages[at]?.find(({ id }) => id === note.id)
  if (known) {
    if (known.version >= note.version) return pages
    return changed(pages, at, (page) => page.map((one) => (one === known ? note : one)))
  }
  const later = pages.findIndex(([first]) => first === undefined || compareMessages(first, note) < 0)
  if (later < 0 && hasOlderNotes(pages.at(-1) ?? [])) return pages
  return changed(pages, later < 0 ? pages.length - 1 : later, (page) => [...page, note].toSorted(compareMessages))
}

const changed = (pages: Note[][], at: number, change: (page: Note[]) => Note[]) =>
  pages.map((page, index) => (index === at ? change(page) : page))

/** A response, with what is newer in the cache: an event may overtake it. Notes that are the same stay the same objects. */
export function mergedNotes(cached: NotePages | undefined, fetched: NotePages): NotePages {
  if (cached === undefined) return fetched
  const notes = cached.pages.flat()
  const known = new Map(notes.map((note) => [note.id, note]))
  const newest = (note: Note) => {
    const before = known.get(note.id)
    return before && before.version >= note.version ? before : note
  }
  return withNotes({ ...fetched, pages: fetched.pages.map((page) => page.map(newest)) }, notes)
}

/** Whether someone else mentions this person in a note. */
export function isMentioned({ createdBy, mentions }: Pick<Note, 'createdBy' | 'mentions'>, me: MemberId): boolean {
  return createdBy !== me && mentions.some((mention) => mention === 'everyone' || (mention as string) === me)
}
