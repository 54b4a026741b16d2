import type { ContactSelection } from '@partyline/contract'
import { CONTACT_BOUNDS } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import { currentTimeZone } from '../../platform/times.ts'

/** Reports how many contacts are done, and whether to stop. */
type Pace = { onDone: (count: number) => void; isStopped: () => boolean }

type Change = { of: ContactSelection; add?: string[]; remove?: string[] }

/** Adds or removes tags in batches. Batches before an error stay done. */
export async function tagContacts(api: Api, change: Change, { onDone, isStopped }: Pace): Promise<void> {
  let count = 0
  let cursor: string | null = null
  do {
    const reply: { changed: number; nextCursor: string | null } = await api.call('contacts.tag', {
      body: { ...change, ...(cursor !== null && { cursor }) },
    })
    count += reply.changed
    cursor = reply.nextCursor
    onDone(count)
  } while (cursor !== null && !isStopped())
}

/** The whole export as one file; null if it was stopped. */
export async function exportContacts(
  api: Api,
  of: ContactSelection,
  { onDone, isStopped }: Pace,
): Promise<{ fileName: string; parts: string[] } | null> {
  const parts: string[] = []
  let fileName = ''
  let cursor: string | null = null
  do {
    const part: { fileName: string; csv: string; nextCursor: string | null } = await api.call('contacts.export', {
      body: { of, timeZone: currentTimeZone(), ...(cursor !== null && { cursor }) },
    })
    parts.push(part.csv)
    fileName ||= part.fileName
    cursor = part.nextCursor
    if (isStopped()) return null
    if (cursor !== null) onDone(parts.length * CONTACT_BOUNDS.exported)
  } while (cursor !== null)
  return { fileName, parts }
}
