import { BOUND_TEXTS, isBlank, MESSAGE, VALIDATION } from '@partyline/contract'
import { assertTotalSize } from '../media/index.ts'
import { AppError, invalid } from '../platform/index.ts'
import type { Caller } from '../platform/index.ts'
import type { PendingMessage } from '../transcript/index.ts'

/** `media` have their length in bytes. */
type Sendable = { text: string; asSent: string; media: readonly { length: number }[] }

/** `asSent` is the text with its signature: docs/product.md#length-and-files @throws {AppError} */
export function assertSendable({ text, asSent, media }: Sendable) {
  if (isBlank(text) && media.length === 0) throw invalid({ Message: [VALIDATION.required('Message')] })
  if (asSent.length > MESSAGE.maxLength) {
    throw invalid({ Message: [BOUND_TEXTS.tooLong('Message', MESSAGE.maxLength)] })
  }
  assertTotalSize(media)
}

/** Who may change a pending message: its author or, once it is returned, its owner. @throws {AppError} forbidden */
export function assertOwn(
  { userId }: Pick<Caller, 'userId'>,
  { ownerId, writtenBy }: Pick<PendingMessage, 'ownerId' | 'writtenBy'>,
): void {
  if ((ownerId ?? writtenBy) !== userId) throw new AppError('forbidden')
}
