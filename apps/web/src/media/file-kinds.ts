import type { File } from '@partyline/contract'

export function isPicture(file: Pick<File, 'contentType'>): boolean {
  return file.contentType.startsWith('image/')
}

/** Whether every browser can show this type. HEIC and TIFF, for example, can only be downloaded. */
export function isShowable(file: Pick<File, 'contentType'>): boolean {
  return /^image\/(jpeg|png|gif|webp|avif|bmp|svg\+xml)$/.test(file.contentType)
}

/** Whether a file is a contact card, of any version. */
export function isContactCard(file: Pick<File, 'contentType'>): boolean {
  return /^text\/(x-)?vcard$/.test(file.contentType)
}

/** Whether a file is audio or video. Only the browser knows whether it can play it. */
export function isPlayable(file: Pick<File, 'contentType'>): boolean {
  return /^(audio|video)\//.test(file.contentType)
}
