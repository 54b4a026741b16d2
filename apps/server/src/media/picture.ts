import { IMAGE } from '@partyline/contract'
import sharp from 'sharp'
import { AppError } from '../platform/index.ts'
import { createConversions } from './conversions.ts'
import { pictureEnd } from './picture-end.ts'

type Picture = { bytes: Uint8Array; width: number; height: number }

/**
 * Against pictures that are small as files and huge in memory: pixels of all frames together. Enough for the 50 MP
 * cameras of phones.
 */
const MAX_PIXELS = 50_000_000

/** For one conversion. */
const DEADLINE_SECONDS = 5

/** Two conversions on one thread each: requests are answered while pictures are converted. */
sharp.concurrency(1)
const conversions = createConversions({ atOnce: 2, maxWaiting: 50 })

/** Good enough to read small print on a photograph, small enough to be sent. */
const PHOTO_QUALITY = 85

const FORMATS = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/tiff': 'tiff',
} as const
type PictureType = keyof typeof FORMATS

/** The types of pictures that can be read, turned and made smaller here. */
export function isPictureType(contentType: string): contentType is PictureType {
  return Object.hasOwn(FORMATS, contentType)
}

/**
 * Turns a picture upright and removes metadata, such as where and by whom it was taken, and data behind its end. A
 * picture that carries neither stays as it is, byte by byte. Null if it cannot be read, or takes too much to convert.
 * @throws {AppError} `unavailable` when too many pictures are waiting
 */
export async function cleanPicture(file: Uint8Array, type: PictureType): Promise<Picture | null> {
  const bytes = file.subarray(0, pictureEnd(file, type) ?? file.length)
  try {
    const { width, height, pages = 1, ...found } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
    if (width * height * pages > MAX_PIXELS) return null
    const { orientation = 1 } = found
    const carriesMore =
      orientation > 1 || found.exif || found.xmp || found.iptc || found.tifftagPhotoshop || found.comments?.length
    const shown = orientation >= 5 ? { width: height, height: width } : { width, height }
    const cleaned = carriesMore ? await conversions.run(() => reencode(bytes, type, pages)) : bytes
    return { bytes: cleaned, ...shown }
  } catch (error) {
    if (error instanceof AppError) throw error
    // Sharp's message about the file helps no one: it is not a displayable picture.
    return null
  }
}

async function reencode(bytes: Uint8Array, type: PictureType, pages: number): Promise<Uint8Array> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'none' } as const
  const turned = pages > 1 ? sharp(bytes, { ...options, animated: true }) : sharp(bytes, options).autoOrient()
  const encode = (quality: number) =>
    turned
      .clone()
      .timeout({ seconds: DEADLINE_SECONDS })
      .toFormat(FORMATS[type], { ...(type !== 'image/png' && type !== 'image/gif' && { quality }) })
      .toBuffer()
  const encoded = await encode(PHOTO_QUALITY)
  // A picture that fitted into a message still has to fit.
  return encoded.length <= bytes.length ? encoded : encode(IMAGE.quality)
}

export const COPY_TYPE = 'image/webp'

/** A smaller copy, never an enlarged one; moving pictures keep moving. Fails past the deadline. */
export function resizePicture(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  return conversions.run(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'none', animated: true })
      .timeout({ seconds: DEADLINE_SECONDS })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: IMAGE.quality })
      .toBuffer(),
  )
}
