import { IMAGE } from '@partyline/contract'
import sharp from 'sharp'

type Picture = { bytes: Uint8Array; width: number; height: number }

/** Against pictures that are small as files and huge in memory: pixels of all frames together. */
const MOST_PIXELS = 64_000_000

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
  return contentType in FORMATS
}

/**
 * Turns a picture as it is shown and takes out what else it carries: where and by whom it was taken. A picture that
 * carries nothing stays as it is, byte by byte. Null where it cannot be read or is too large.
 */
export async function cleanPicture(bytes: Uint8Array, type: PictureType): Promise<Picture | null> {
  try {
    const { width, height, pages = 1, ...found } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata()
    if (width * height * pages > MOST_PIXELS) return null
    const { orientation = 1 } = found
    const carriesMore =
      orientation > 1 || found.exif || found.xmp || found.iptc || found.tifftagPhotoshop || found.comments?.length
    const shown = orientation >= 5 ? { width: height, height: width } : { width, height }
    return { bytes: carriesMore ? await encodeAgain(bytes, type, pages) : bytes, ...shown }
  } catch {
    // Sharp says in its own words what is wrong with the file; whoever asks needs to know only that it is no picture.
    return null
  }
}

async function encodeAgain(bytes: Uint8Array, type: PictureType, pages: number): Promise<Uint8Array> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'none' } as const
  const turned = pages > 1 ? sharp(bytes, { ...options, animated: true }) : sharp(bytes, options).autoOrient()
  const encode = (quality: number) =>
    turned
      .clone()
      .toFormat(FORMATS[type], { ...(type !== 'image/png' && type !== 'image/gif' && { quality }) })
      .toBuffer()
  const again = await encode(PHOTO_QUALITY)
  // What fitted into a message before must still fit.
  return again.length <= bytes.length ? again : encode(IMAGE.quality)
}

export const COPY_TYPE = 'image/webp'

/** A smaller copy, never an enlarged one; moving pictures keep moving. */
export async function resizePicture(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'none', animated: true })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: IMAGE.quality })
    .toBuffer()
}
