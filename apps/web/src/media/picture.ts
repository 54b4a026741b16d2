import { IMAGE } from '@partyline/contract'
import type { File } from '@partyline/contract'

/** Device pixels per CSS pixel that pictures are offered for. */
const DENSITIES = [1, 2, 3] as const

/** The largest picture in a transcript, in pixels. */
const MAX_BOX = { width: 300, height: 320 } as const
/** The placeholder size of a picture. */
const UNKNOWN = { width: 240, height: 180 } as const

/** The size of each picture of several in a message, which are cropped to it. */
export const TILE = { width: 132, height: 132 } as const

/** Thumbnails of a picture that fill a box sharply. A local preview has none. */
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

/** The width at which a picture covers a box. */
function coveringWidth({ width, height }: Pick<File, 'width' | 'height'>, box: Box): number {
  return width && height ? Math.max(box.width, (box.height * width) / height) : box.width
}

function offeredWidth(wanted: number): number {
  return IMAGE.widths.find((width) => width >= wanted) ?? Math.max(...IMAGE.widths)
}

type Box = { width: number; height: number }

/** The space reserved for a picture while it loads: its own proportions, never enlarged. */
export function pictureBox({ width, height }: Pick<File, 'width' | 'height'>): Box {
  if (!width || !height) return UNKNOWN
  const scale = Math.min(1, MAX_BOX.width / width, MAX_BOX.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A picture of a chat, with its message's author and time. */
export type GalleryPicture = { file: File; sentBy: string; sentOn: string }

/** The pictures to look through, and the index of the first to show. */
export type ImageModalProps = { pictures: readonly GalleryPicture[]; at: number }
