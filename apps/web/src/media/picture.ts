import type { File } from '@partyline/contract'

/** The width in pixels, of the contract's IMAGE, in which a transcript asks for pictures. */
const THUMBNAIL_WIDTH = 384

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

/** Where a smaller copy of a picture is; one that was just chosen here has none. */
export function thumbnailLink(publicLink: string): string {
  if (publicLink.startsWith('blob:')) return publicLink
  return `${publicLink}${publicLink.includes('?') ? '&' : '?'}w=${THUMBNAIL_WIDTH}`
}

/** The room that a picture keeps while it loads: its own proportions, never enlarged. */
export function pictureBox({ width, height }: Pick<File, 'width' | 'height'>): { width: number; height: number } {
  if (!width || !height) return UNKNOWN
  const scale = Math.min(1, MOST.width / width, MOST.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
