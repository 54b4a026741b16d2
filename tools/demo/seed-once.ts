import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Place = { dataDir: string; databaseUrl: string | undefined }

/** Seeds each database once, so that later changes by people are kept. */
export async function seedOnce({ dataDir, databaseUrl }: Place, seed: () => Promise<void>): Promise<void> {
  const database = databaseUrl ? createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16) : 'embedded'
  const mark = path.join(dataDir, `demo-seeded-${database}`)
  if (existsSync(mark)) return
  await seed()
  writeFileSync(mark, '')
}
