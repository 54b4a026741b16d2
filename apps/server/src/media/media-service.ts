import { routes } from '@partyline/contract'
import type { File, FileId, TenantId } from '@partyline/contract'
import { AppError, newId } from '../platform/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import { isShownInline, isUnreadablePicture, plainFile, readContent } from './file-content.ts'
import type { FileContent } from './file-content.ts'
import { fileNameOf, safeName } from './file-name.ts'
import { fileSizeOf } from './file-size.ts'
import { findFile, insertFile } from './files-store.ts'
import type { MediaDisk } from './media-disk.ts'
import { createMediaLinks } from './media-links.ts'
import { COPY_TYPE, isPictureType, resizePicture } from './picture.ts'
import { keyOf } from './stored-file.ts'
import type { StoredFile } from './stored-file.ts'

type NewFile = { tenantId: TenantId; fileName: string; declaredType: string; bytes: Uint8Array }

/** What a link leads to. */
type ServedFile = {
  bytes: Uint8Array
  contentType: string
  fileName: string
  isInline: boolean
  /** Seconds for which the link is still good. */
  secondsLeft: number
}

export type Media = {
  /**
   * Keeps what a person uploads. Call it before the transaction that uses the file: the work on a picture takes time.
   * @throws {AppError} `unsupported-media-type` where it is declared to be a picture and is none, and for pictures that
   * cannot be cleaned of what they tell about the person
   */
  store(file: NewFile): Promise<StoredFile>
  /** Keeps what a phone sent, whatever it is. */
  storeReceived(file: NewFile): Promise<StoredFile>
  /** As the API shows it, with a link that is good for one to two days. */
  present(tenantId: TenantId, file: StoredFile): File
  /** The address under which Twilio fetches it. */
  linkForTwilio(tenantId: TenantId, file: StoredFile): string
  /** Null where the token is forged or has expired, or the file is gone. */
  read(token: string, width: number | null): Promise<ServedFile | null>
}

type Parts = {
  database: Database
  clock: Clock
  disk: MediaDisk
  config: { AUTH_SECRET: string; PUBLIC_URL: string; API_URL: string }
}

export function createMedia({ database, clock, disk, config }: Parts): Media {
  const links = createMediaLinks({ secret: config.AUTH_SECRET, clock })
  /** Copies that are being made: several browsers ask for the same one at once. */
  const making = new Map<string, Promise<Uint8Array>>()

  function linkOf(origin: string, tenantId: TenantId, { fileId, fileName }: StoredFile): string {
    const path = routes['media.get'].path
      .replace('{token}', links.tokenFor(tenantId, fileId))
      .replace('{fileName}', () => encodeURIComponent(fileName))
    return origin + path
  }

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
    // The row comes last: what the database knows of lies on the disk.
    await disk.write(keyOf(file), bytes)
    await insertFile(database.queries, tenantId, { ...file, createdAt: now })
    return file
  }

  async function copyOf(file: StoredFile, width: number): Promise<Uint8Array | null> {
    const key = `${keyOf(file)}.w${width}`
    const kept = await disk.read(key)
    if (kept) return kept
    const original = await disk.read(keyOf(file))
    if (!original) return null
    const copy = making.get(key) ?? makeCopy(key, original, width)
    return copy
  }

  function makeCopy(key: string, original: Uint8Array, width: number): Promise<Uint8Array> {
    const work = async () => {
      const copy = await resizePicture(original, width)
      await disk.write(key, copy)
      return copy
    }
    const copy = work().finally(() => making.delete(key))
    making.set(key, copy)
    return copy
  }

  return {
    async store(file) {
      const content = await readContent(file.bytes, file.declaredType)
      if (!content || isUnreadablePicture(content.contentType)) throw notAPicture(file.fileName)
      return keep(file, content)
    },
    async storeReceived(file) {
      return keep(file, (await readContent(file.bytes, file.declaredType)) ?? plainFile(file.bytes))
    },
    present(tenantId, file) {
      const { fileId: id, directory, fileName, contentType, length, width, height } = file
      const publicLink = linkOf(config.API_URL, tenantId, file)
      return { id, directory, fileName, publicLink, contentType, fileSize: fileSizeOf(length), length, width, height }
    },
    linkForTwilio: (tenantId, file) => linkOf(config.PUBLIC_URL, tenantId, file),
    async read(token, width) {
      const link = links.read(token)
      const file = link && (await findFile(database.queries, link.tenantId, link.fileId))
      if (!file) return null
      const isSmaller = width !== null && isPictureType(file.contentType) && file.width !== null && width < file.width
      const bytes = isSmaller ? await copyOf(file, width) : await disk.read(keyOf(file))
      if (!bytes) return null
      const contentType = isSmaller ? COPY_TYPE : file.contentType
      return {
        bytes,
        contentType,
        fileName: file.fileName,
        isInline: isShownInline(contentType),
        secondsLeft: Math.floor((link.expiresAt.getTime() - clock.now().getTime()) / 1000),
      }
    },
  }
}

function notAPicture(fileName: string): AppError {
  return new AppError('unsupported-media-type', {
    message: `“${safeName(fileName).slice(0, 100) || 'The file'}” cannot be read as a picture, or it is too large. Please choose another file.`,
  })
}
