/**
 * Files of messages, snippets, and notes (table `files`): their real type, their bytes, and smaller copies of pictures. Which
 * message, snippet, or note a file belongs to is recorded by `transcript`, `snippets`, and `notes`.
 */
export { openMediaFolder } from './media-folder.ts'
export { openMediaStore, watchMediaStore } from './open-media-store.ts'
export { mediaRoutes } from './media-routes.ts'
export { createMedia } from './media-service.ts'
export type { Media } from './media-service.ts'
export type { MediaStore } from './media-store.ts'
export { isShownInline } from './file-content.ts'
export { safeName } from './file-name.ts'
export { fileSizeOf } from './file-size.ts'
export { disposition, serveFile } from './serve-file.ts'
export type { ServableFile } from './serve-file.ts'
export type { StoredFile } from './stored-file.ts'
export { assertTotalSize, decodeFile } from './uploads.ts'
