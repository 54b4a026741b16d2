/**
 * Files that belong to messages (files): what they really are, their bytes on the disk, links that expire, and smaller
 * copies of pictures. Which message a file belongs to is the transcript's.
 */
export { openMediaDisk } from './media-disk.ts'
export { mediaRoutes } from './media-routes.ts'
export { createMedia } from './media-service.ts'
export type { Media } from './media-service.ts'
export type { StoredFile } from './stored-file.ts'
