import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { contactId, instant, tenantId, userId } from '@partyline/contract'
import { z } from 'zod'
import type { ErasureRow } from './erasures-store.ts'

const entry = z.object({ tenantId, contactId, erasedAt: instant, erasedBy: userId, messages: z.boolean() })

/** Ids of erased contacts, one JSON object on a line: outside the database, so that a restored backup does not bring them back. */
export function createErasureList(dataDir: string) {
  const file = path.join(dataDir, 'erasures.jsonl')
  return {
    /** `onDamaged` gets the error of each line that cannot be read. */
    async read(onDamaged: (error: unknown) => void): Promise<ErasureRow[]> {
      const lines = (await readFile(file, 'utf8').catch(noneIfMissing)).split('\n').filter((line) => line !== '')
      return lines.flatMap((line) => {
        try {
          const { erasedAt, ...others } = entry.parse(JSON.parse(line))
          return [{ ...others, erasedAt: new Date(erasedAt) }]
        } catch (error) {
          onDamaged(error)
          return []
        }
      })
    },
    async add(erasures: readonly ErasureRow[]): Promise<void> {
      // A line truncated by a crash must not corrupt the next one.
      const lines = erasures.map((erasure) => `\n${JSON.stringify(erasure)}\n`)
      await appendFile(file, lines.join(''), { mode: 0o600, flush: true })
    },
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}
