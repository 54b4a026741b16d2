import { defineCalls } from './call.ts'
import { fileId } from './ids.ts'
import { IMAGE } from './form-limits.ts'
import { z } from './z.ts'

/** A file of a message. */
export const file = z.object({
  id: fileId,
  /** The folder in the media store. */
  directory: z.string(),
  fileName: z.string(),
  /** Its address for signed-in users of the organization; pictures accept `?w=` (see {@link IMAGE}). */
  publicLink: z.string(),
  /** The type according to its bytes, not as declared. */
  contentType: z.string(),
  /** The formatted size, for example `1.2 MB`. */
  fileSize: z.string(),
  /** The size in bytes. */
  length: z.number().int(),
  /** Dimensions in pixels as displayed; null if it is not a picture. */
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
    summary: 'A file for Twilio: each delivery has its own address, valid until the delivery is final',
    params: z.object({ token: z.string(), fileName: z.string() }),
    contentType: '*/*',
  },
})
