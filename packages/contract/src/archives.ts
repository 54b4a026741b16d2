import { ARCHIVE_FAILURES, ARCHIVE_LIMITS } from './archive-texts.ts'
import type { ArchiveFailure } from './archive-texts.ts'
import { defineCalls } from './call.ts'
import { timeZone } from './fields.ts'
import { archiveId, instant, userId } from './ids.ts'
import { z } from './z.ts'

/** A ZIP file of an archive. */
export const archivePart = z.object({
  /** Counts from 1. */
  part: z.int(),
  /** Bytes. */
  length: z.int(),
  /** The size for people: `98.3 MB`. */
  fileSize: z.string(),
  /** The hash of the file, in hexadecimal. */
  sha256: z.string(),
})
export type ArchivePart = z.infer<typeof archivePart>

/** Everything of the organization as files: docs/product.md#the-archive-of-an-organization */
export const archive = z.object({
  id: archiveId,
  createdOn: instant,
  createdBy: z.object({ id: userId, name: z.string() }),
  /** `failed`: given up. `erased`: deleted, because a contact was erased. Neither has parts. */
  state: z.enum(['running', 'ready', 'failed', 'erased']),
  /** Conversations that were read, and all. */
  chats: z.object({ done: z.int(), total: z.int() }),
  parts: z.array(archivePart),
  /** Why the latest attempt failed. Null: it worked. A running archive is tried again. */
  failure: z.enum(Object.keys(ARCHIVE_FAILURES) as [ArchiveFailure, ...ArchiveFailure[]]).nullable(),
  /** When it leaves this list, and its files are deleted. Null while it is running. */
  keptUntil: instant.nullable(),
})
export type Archive = z.infer<typeof archive>

const ofArchive = z.object({ archiveId })

export const archiveCalls = defineCalls({
  'archives.list': { summary: 'The archives of the organization, newest first', reply: z.array(archive) },
  'archives.start': {
    summary: 'Begins to make an archive of the organization',
    details: `One is made at a time, and at most ${ARCHIVE_LIMITS.count} are kept.`,
    body: z.strictObject({
      /** The zone in which its pages and tables show times. */
      timeZone: timeZone.default('UTC'),
    }),
    reply: archive,
  },
  'archives.download': {
    summary: 'A part of an archive: a ZIP file',
    details: 'Single ranges are answered, so that a download can be resumed. The audit log records who downloaded it.',
    params: ofArchive.extend({
      /** Counts from 1. */
      part: z.coerce.number().int().min(1),
    }),
    contentType: 'application/zip',
  },
  'archives.delete': { summary: 'Deletes an archive, or cancels one that is being made', params: ofArchive },
})
