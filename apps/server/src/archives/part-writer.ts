import type { ArchivePosition } from './archives-store.ts'
import type { ZipWriter } from './zip-writer.ts'

/** Files of a part. A ZIP file without extensions has at most 65,535. */
const MAX_FILES = 20_000

type Place = Omit<ArchivePosition, 'section' | 'chatsDone'>

const BEGINNING: Place = { cursor: null, from: null, file: 1 }

/** A kind of content. Writes at least one item from a place on, and returns the place to continue at; null: it is done. */
export type Section = { name: string; write(part: Part, place: Place): Promise<Place | null> }

/** The part that is being written. */
export type Part = {
  zip: ZipWriter
  /** Bytes that fit. The last thing that is written may exceed it. */
  room(): number
  /** Lines of the list of conversations. */
  conversations: string[]
  /** Conversations that are over. */
  chatsDone: number
}

export function createPart(zip: ZipWriter, { maxBytes }: { maxBytes: number }): Part {
  const room = () => (zip.entries.length < MAX_FILES ? Math.max(0, maxBytes - zip.length()) : 0)
  return { zip, room, conversations: [], chatsDone: 0 }
}

/** Writes until the part is full. Returns where the next one starts; null if nothing is left. */
export async function fillPart(
  part: Part,
  sections: readonly Section[],
  start: ArchivePosition,
): Promise<ArchivePosition | null> {
  let index = sections.findIndex(({ name }) => name === start.section)
  if (index < 0) throw new Error(`An archive has no section ${start.section}.`)
  let place: Place = start
  for (let section = sections[index]; section; section = sections[index]) {
    if (part.room() === 0) return { ...place, section: section.name, chatsDone: start.chatsDone + part.chatsDone }
    const next = await section.write(part, place)
    if (next === null) index += 1
    place = next ?? BEGINNING
  }
  return null
}

/** The name of a table or a page, or of its continuation: `contacts.csv`, `contacts 2.csv`. */
export const numbered = (name: string, file: number, ending: string) =>
  `${name}${file === 1 ? '' : ` ${file}`}.${ending}`
