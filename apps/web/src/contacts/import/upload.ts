import { CONTACT_IMPORT } from '@partyline/contract'
import type { CallBody, ContactImport, ContactImportId } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import { ApiError } from '../../platform/api-error.ts'
import { wait } from '../../platform/wait.ts'
import type { FileRows } from './file-rows.ts'

type Pace = { onProgress: (done: ContactImport) => void; isStopped: () => boolean }

const DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const
/** A part is well below the largest body that the server reads. */
const MAX_PART_CHARACTERS = 1_000_000

/** Sends the rows part by part. A part that is not answered is sent again: the server takes each once. */
export async function uploadRows(
  api: Api,
  wanted: Omit<CallBody<'contactImports.start'>, 'total'>,
  rows: FileRows,
  { onProgress, isStopped }: Pace,
): Promise<ContactImport> {
  const started = await api.call('contactImports.start', { body: { ...wanted, total: rows.length } })
  onProgress(started)
  const params = { contactImportId: started.id }
  for (let [from, part] = [0, 1]; from < rows.length && !isStopped(); part += 1) {
    const next = partAt(rows, from)
    const body = { part, rows: next }
    onProgress(await persistently(() => api.call('contactImports.add', { params, body }), isStopped))
    from += next.length
  }
  return persistently(
    () => api.call('contactImports.finish', { params }),
    () => false,
  )
}

function partAt(rows: FileRows, from: number) {
  const part = rows.slice(from, from + CONTACT_IMPORT.rowsInPart)
  let characters = 0
  const until = part.findIndex((row) => {
    characters += JSON.stringify(row).length
    return characters > MAX_PART_CHARACTERS
  })
  return until > 0 ? part.slice(0, until) : part
}

/** Undoes the whole import. Continues if it was interrupted. */
export async function undoImport(
  api: Api,
  contactImportId: ContactImportId,
  onProgress: (done: ContactImport) => void,
): Promise<ContactImport> {
  for (;;) {
    const done = await persistently(
      () => api.call('contactImports.undo', { params: { contactImportId } }),
      () => false,
    )
    onProgress(done)
    if (done.state === 'undone') return done
  }
}

/** The report as one file. */
export async function downloadReport(api: Api, contactImportId: ContactImportId) {
  const parts: string[] = []
  let fileName = ''
  let cursor: number | null = null
  do {
    const part: { fileName: string; csv: string; nextCursor: number | null } = await api.call('contactImports.report', {
      params: { contactImportId },
      query: cursor === null ? {} : { cursor },
    })
    parts.push(part.csv)
    fileName = part.fileName
    cursor = part.nextCursor
  } while (cursor !== null)
  return { fileName, parts }
}

/** Retries a call while the server can't be reached or has an internal error. */
async function persistently<Result>(call: () => Promise<Result>, isStopped: () => boolean): Promise<Result> {
  for (let count = 0; ; count += 1) {
    try {
      return await call()
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
      const delay = DELAYS_MS[count]
      if (isRefused || delay === undefined || isStopped()) throw error
      await wait(delay)
    }
  }
}
