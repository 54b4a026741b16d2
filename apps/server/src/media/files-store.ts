import type { FileId, TenantId } from '@partyline/contract'
import type { Queries } from '../platform/index.ts'
import type { StoredFile } from './stored-file.ts'

type FileTable = {
  tenant_id: TenantId
  file_id: FileId
  directory: string
  file_name: string
  content_type: string
  length: number
  width: number | null
  height: number | null
  created_at: Date
}

const tables = (db: Queries) => db.withTables<{ files: FileTable }>()

export async function insertFile(db: Queries, tenantId: TenantId, file: StoredFile & { createdAt: Date }) {
  await tables(db)
    .insertInto('files')
    .values({
      tenant_id: tenantId,
      file_id: file.fileId,
      directory: file.directory,
      file_name: file.fileName,
      content_type: file.contentType,
      length: file.length,
      width: file.width,
      height: file.height,
      created_at: file.createdAt,
    })
    .execute()
}

export async function findFile(db: Queries, tenantId: TenantId, fileId: FileId): Promise<StoredFile | null> {
  const row = await tables(db)
    .selectFrom('files')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (!row) return null
  const { file_name: fileName, content_type: contentType, directory, length, width, height } = row
  return { fileId: row.file_id, fileName, contentType, directory, length, width, height }
}
