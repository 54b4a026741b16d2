/** A file that cannot be imported: the sentence says why, and what to do. */
export class UnreadableFile extends Error {}
