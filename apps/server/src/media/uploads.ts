import { BOUND_TEXTS, MESSAGE } from '@partyline/contract'
import type { EncodedFile, Upload } from '@partyline/contract'
import { AppError } from '../platform/index.ts'

export function decodeFile({ base64, ...file }: EncodedFile): Upload {
  return { ...file, bytes: Buffer.from(base64, 'base64') }
}

/** For all files of a message, snippet, or note; lengths in bytes. @throws {AppError} `payload-too-large` */
export function assertTotalSize(files: readonly { length: number }[]): void {
  const bytes = files.reduce((total, { length }) => total + length, 0)
  if (bytes > MESSAGE.maxMediaBytes) throw new AppError('payload-too-large', { message: BOUND_TEXTS.tooLarge })
}
