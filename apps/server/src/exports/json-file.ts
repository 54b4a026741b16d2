import type { ConversationFile, Entries, ExportHead } from './conversation.ts'

/** An {@link ExportedChat}, with a line for each entry. */
export function jsonFile(head: ExportHead, entries: Entries): ConversationFile {
  return {
    contentType: 'application/json; charset=utf-8',
    ending: 'json',
    async *lines() {
      yield `${JSON.stringify(head).slice(0, -1)},"entries":[\n`
      let separator = ' '
      for await (const { entry } of entries()) {
        yield `${separator}${JSON.stringify(entry)}\n`
        separator = ','
      }
    },
    end: (sha256) => `],"sha256":${JSON.stringify(sha256)}}\n`,
  }
}
