import type { FileId, TenantId } from '@partyline/contract'
import type { Queries } from '../platform/index.ts'
import type { StoredFile } from './stored-file.ts'

export async function insertFile(db: Queries, tenantId: TenantId, file: StoredFile & { createdAt: Date }) {
  await db
    .insertInto('files')
    .values({
      tenantId,
      fileId: file.fileId,
      directory: file.directory,
      fileName: file.fileName,
      contentType: file.contentType,
      length: file.length,
      width: file.width,
      height: file.height,
      createdAt: file.createdAt,
    })
    .execute()
}

export async function findFile(db: Queries, tenantId: TenantId, fileId: FileId): Promise<StoredFile | null> {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .executeTakeFirst()
  if (!row) return null
  const { fileName, contentType, directory, length, width, height } = row
  return { fileId: row.fileId, fileName, contentType, directory, length, width, height }
}
