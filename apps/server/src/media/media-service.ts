import { FILE_TEXTS, fileTypeOf, routes, SENDABLE_TYPES, unsendable } from '@partyline/contract'
import type { File, FileId, TenantId } from '@partyline/contract'
import { AppError, newId } from '../platform/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import { isShownInline, plainFile, readContent } from './file-content.ts'
import type { FileContent } from './file-content.ts'
import { fileNameOf, safeName } from './file-name.ts'
import { fileSizeOf } from './file-size.ts'
import { deleteUnused, findFile, insertFile } from './files-store.ts'
import type { MediaStore } from './media-store.ts'
import { COPY_TYPE, isPictureType } from './picture.ts'
import type { ServableFile } from './serve-file.ts'
import { createSmallerCopies } from './smaller-copies.ts'
import { keyOf } from './stored-file.ts'
import type { StoredFile } from './stored-file.ts'

type NewFile = { tenantId: TenantId; fileName: string; declaredType: string; bytes: Uint8Array }

export type Media = {
  /**
   * Keeps what a person uploads. Call it before the transaction that uses the file: the work on a picture takes time.
   * @throws {AppError} `unsupported-media-type` for types that Twilio does not deliver, for damaged pictures, and for
   * pictures whose metadata cannot be removed, with the reason and what to do instead
   */
  store(file: NewFile): Promise<StoredFile>
  /** Stores a file from a phone, of any type. */
  storeReceived(file: NewFile): Promise<StoredFile>
  /** Forgets files that no message, snippet, or note uses. After the commit, call `erase` with the result. */
  forget(trx: Queries, tenantId: TenantId, files: readonly Pick<StoredFile, 'fileId'>[]): Promise<StoredFile[]>
  /** Deletes the bytes of files and of their smaller copies. If the storage fails, they stay there unused. */
  erase(files: readonly StoredFile[]): Promise<void>
  /** As the API shows it. */
  present(file: StoredFile): File
  find(tenantId: TenantId, fileId: FileId): Promise<StoredFile | null>
  /** Whether its bytes are still there. */
  isKept(file: StoredFile): Promise<boolean>
  /** The file, or a smaller copy of a picture. Null if its bytes are gone. */
  open(file: StoredFile, width: number | null): Promise<ServableFile | null>
}

type Parts = {
  database: Database
  clock: Clock
  store: MediaStore
  config: { PUBLIC_URL: string }
}

export function createMedia({ database, clock, store, config }: Parts): Media {
  const copies = createSmallerCopies(store)

  async function keep({ tenantId, fileName }: NewFile, content: FileContent): Promise<StoredFile> {
    const { contentType, extension, bytes, width, height } = content
    const now = clock.now()
    const file: StoredFile = {
      fileId: newId<FileId>(),
      directory: `${tenantId}/${now.toISOString().slice(0, 7)}`,
      fileName: fileNameOf(fileName, { extension, fallback: width === null ? 'file' : 'picture' }),
      contentType,
      length: bytes.length,
      width,
      height,
    }
    // The row comes last: every file that the database knows exists.
    await store.write(keyOf(file), bytes)
    await insertFile(database.queries, tenantId, { ...file, createdAt: now })
    return file
  }

  return {
    async store(file) {
      const fileName = safeName(file.fileName).slice(-100) || 'The file'
      const refuse = (message: string) => {
        const details = `Supported types: ${Object.keys(SENDABLE_TYPES).join(', ')}`
        throw new AppError('unsupported-media-type', { message, details })
      }
      if (file.bytes.length === 0) return refuse(FILE_TEXTS.empty(fileName))
      const type = await fileTypeOf(file.bytes, file)
      const problem = unsendable({ ...type, fileName })
      if (problem !== null) return refuse(problem)
      const content = await readContent(file.bytes, type)
      return content ? keep(file, content) : refuse(FILE_TEXTS.unreadablePicture(fileName))
    },
    async storeReceived(file) {
      const type = await fileTypeOf(file.bytes, file)
      return keep(file, (await readContent(file.bytes, type)) ?? plainFile(file.bytes))
    },
    async forget(trx, tenantId, files) {
      const fileIds = files.map(({ fileId }) => fileId)
      return fileIds.length === 0 ? [] : deleteUnused(trx, tenantId, fileIds)
    },
    async erase(files) {
      const keys = files.flatMap((file) => [keyOf(file), ...copies.keysOf(file)])
      await Promise.allSettled(keys.map((key) => store.remove(key)))
    },
    present({ fileId: id, ...file }) {
      const { directory, fileName, contentType, length, width, height } = file
      // On the address that the session's cookie belongs to, even if the API has another one.
      const path = routes['media.get'].path
        .replace('{fileId}', id)
        .replace('{fileName}', () => encodeURIComponent(fileName))
      const publicLink = config.PUBLIC_URL + path
      return { id, directory, fileName, publicLink, contentType, fileSize: fileSizeOf(length), length, width, height }
    },
    find: (tenantId, fileId) => findFile(database.queries, tenantId, fileId),
    isKept: async (file) => file.length === 0 || (await store.read(keyOf(file), { first: 0, last: 0 })) !== null,
    async open(file, width) {
      const { contentType, fileName, length } = file
      const isSmaller = width !== null && isPictureType(contentType) && file.width !== null && width < file.width
      const copy = isSmaller ? await copies.get(file, width) : null
      if (copy) {
        return {
          contentType: COPY_TYPE,
          fileName,
          isInline: isShownInline(COPY_TYPE),
          length: copy.length,
          etag: `"${file.fileId}.w${width}"`,
          read: async (range) => (range ? copy.subarray(range.first, range.last + 1) : copy),
        }
      }
      return {
        contentType,
        fileName,
        isInline: isShownInline(contentType),
        length,
        etag: `"${file.fileId}"`,
        read: (range) => store.read(keyOf(file), range),
      }
    },
  }
}
