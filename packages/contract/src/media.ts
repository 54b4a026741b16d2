import { defineCalls } from './call.ts'
import { fileId } from './ids.ts'
import { IMAGE } from './limits.ts'
import { z } from './z.ts'

/** A file that belongs to a message. Section 3 of the specification. */
export const file = z.object({
  id: fileId,
  /** The folder of the store that keeps it. */
  directory: z.string(),
  fileName: z.string(),
  /** Its address for signed-in users of the organization; a picture also takes `?w=` (see {@link IMAGE}). */
  publicLink: z.string(),
  /** The type that its bytes show, not the one that was declared. */
  contentType: z.string(),
  /** The size for people, for example `1.2 MB`. */
  fileSize: z.string(),
  /** The size in bytes. */
  length: z.number().int(),
  /** Pixels as it is shown, null where it is no picture. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})
export type File = z.infer<typeof file>

export const mediaCalls = defineCalls({
  'media.get': {
    summary: 'The bytes of a file. Supports Range with a single range, and If-None-Match.',
    params: z.object({ fileId, fileName: z.string() }),
    query: z.strictObject({
      /** A width of {@link IMAGE}, for pictures. */
      w: z.coerce
        .number()
        .refine((width) => (IMAGE.widths as readonly number[]).includes(width))
        .optional(),
    }),
    contentType: '*/*',
  },
  'media.getForTwilio': {
    summary: 'The bytes of a file while Twilio delivers it: each delivery has its own address, valid until it is final',
    params: z.object({ token: z.string(), fileName: z.string() }),
    contentType: '*/*',
  },
})
