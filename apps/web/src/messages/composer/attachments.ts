import { BOUND_TEXTS, MESSAGE, SENDABLE_TYPES } from '@partyline/contract'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { AttachedFile } from '../outbox/outgoing.ts'

/** Adds files as far as one message takes them; `problem` says what did not fit. */
export function attach(
  held: readonly AttachedFile[],
  added: readonly AttachedFile[],
): { files: readonly AttachedFile[]; rejected: readonly AttachedFile[]; problem: string | null } {
  const files = [...held]
  const rejected: AttachedFile[] = []
  let problem: string | null = null
  for (const one of added) {
    const reason = reasonAgainst(files, one.file)
    if (reason === null) files.push(one)
    else {
      rejected.push(one)
      problem ??= reason
    }
  }
  return { files, rejected, problem }
}

function reasonAgainst(held: readonly AttachedFile[], file: File): string | null {
  if (file.size === 0) return MESSAGE_TEXTS.emptyFile(file.name)
  // A file of a type that this system does not know is left to the server, which looks at its bytes.
  if (file.type !== '' && !Object.hasOwn(SENDABLE_TYPES, file.type)) return BOUND_TEXTS.unsupportedFile(file.name)
  if (held.length >= MESSAGE.maxMedia) return MESSAGE_TEXTS.tooManyFiles(MESSAGE.maxMedia)
  const total = held.reduce((sum, one) => sum + one.file.size, file.size)
  return total > MESSAGE.maxMediaBytes ? MESSAGE_TEXTS.filesTooLarge('5 MB') : null
}
