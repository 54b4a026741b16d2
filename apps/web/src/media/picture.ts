import { IMAGE } from '@partyline/contract'
import type { File } from '@partyline/contract'

/** The densities of screens that pictures are offered for, in device pixels per pixel. */
const DENSITIES = [1, 2, 3] as const

/** The largest box in which a transcript shows a picture, in pixels. */
const MOST = { width: 300, height: 320 } as const
/** The box of a picture whose size nobody knows yet. */
const UNKNOWN = { width: 240, height: 180 } as const

export function isPicture(file: Pick<File, 'contentType'>): boolean {
  return file.contentType.startsWith('image/')
}

/** Whether every browser shows this kind of picture. HEIC and TIFF, for example, can only be downloaded. */
export function isShowable(file: Pick<File, 'contentType'>): boolean {
  return /^image\/(jpeg|png|gif|webp|avif|bmp|svg\+xml)$/.test(file.contentType)
}

/** Whether a file is a contact card, of any version. */
export function isContactCard(file: Pick<File, 'contentType'>): boolean {
  return /^text\/(x-)?vcard$/.test(file.contentType)
}

/** Whether a file is sound or film. The browser says later whether it knows this kind. */
export function isPlayable(file: Pick<File, 'contentType'>): boolean {
  return /^(audio|video)\//.test(file.contentType)
}

/** The box of one of several pictures of a message, which it covers. */
export const TILE = { width: 132, height: 132 } as const

/** The smaller copies of a picture that fill a box sharply; one that was just chosen in this browser has none. */
export function thumbnailSources(file: Pick<File, 'publicLink' | 'width' | 'height'>, box: Box) {
  const { publicLink } = file
  if (publicLink.startsWith('blob:')) return { src: publicLink }
  const width = coveringWidth(file, box)
  const sources = DENSITIES.map((density) => ({ density, w: offeredWidth(width * density) }))
  const link = (w: number) => `${publicLink}${publicLink.includes('?') ? '&' : '?'}w=${w}`
  return {
    src: link(offeredWidth(width)),
    srcSet: sources.map(({ density, w }) => `${link(w)} ${density}x`).join(', '),
  }
}

/** How wide a picture is drawn so that it covers a box. */
function coveringWidth({ width, height }: Pick<File, 'width' | 'height'>, box: Box): number {
  return width && height ? Math.max(box.width, (box.height * width) / height) : box.width
}

function offeredWidth(wanted: number): number {
  return IMAGE.widths.find((width) => width >= wanted) ?? Math.max(...IMAGE.widths)
}

type Box = { width: number; height: number }

/** The room that a picture keeps while it loads: its own proportions, never enlarged. */
export function pictureBox({ width, height }: Pick<File, 'width' | 'height'>): Box {
  if (!width || !height) return UNKNOWN
  const scale = Math.min(1, MOST.width / width, MOST.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
