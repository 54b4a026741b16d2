export type { Blobs } from './blobs.ts'
export { createBlobs } from './blobs.ts'
export type { Journal, Section } from './journal.ts'
export { createMemoryJournal, openJournal } from './journal.ts'
