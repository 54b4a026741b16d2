/**
 * Notes in chats, which only the team sees, and mentions in them: docs/product.md#notes. Owns the tables `notes`, `note_versions`,
 * `note_media`, `note_edits`, and `unread_mentions`. No domain that writes, relays, or sends texts may import this one.
 */
export { createNotes, noteRoutes } from './notes-service.ts'
export type { Notes } from './notes-service.ts'
