import type { FileId, TenantId } from '@partyline/contract'
import { anyOf } from '../platform/index.ts'
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

/** Deletes the rows of files that are no longer used, and returns these files. */
export async function deleteUnused(
  trx: Queries,
  tenantId: TenantId,
  fileIds: readonly FileId[],
): Promise<StoredFile[]> {
  return trx
    .deleteFrom('files as f')
    .where('f.tenantId', '=', tenantId)
    .where('f.fileId', '=', anyOf(fileIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messageMedia as m')
            .select('m.fileId')
            .whereRef('m.tenantId', '=', 'f.tenantId')
            .whereRef('m.fileId', '=', 'f.fileId'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('snippetMedia as s')
            .select('s.fileId')
            .whereRef('s.tenantId', '=', 'f.tenantId')
            .whereRef('s.fileId', '=', 'f.fileId'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('noteMedia as n')
            .select('n.fileId')
            .whereRef('n.tenantId', '=', 'f.tenantId')
            .whereRef('n.fileId', '=', 'f.fileId'),
        ),
      ),
    )
    .returning(['f.fileId', 'f.directory', 'f.fileName', 'f.contentType', 'f.length', 'f.width', 'f.height'])
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
