export { MessageMedia } from './message-media.tsx'
export { isPicture, isShowable } from './picture.ts'
