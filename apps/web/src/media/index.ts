export { Gallery } from './gallery.ts'
export type { GalleryPicture } from './picture.ts'
export { MessageMedia } from './message-media.tsx'
export { isPicture, isShowable } from './picture.ts'
