export { MessageMedia } from './message-media.tsx'
export { isPicture } from './picture.ts'
