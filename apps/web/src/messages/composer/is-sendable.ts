import { isBlank } from '@partyline/contract'
import type { Draft } from '../../core/drafts.ts'
import { isTooLong } from './composer-count.ts'

/** Whether a draft can be sent. `isRefused`: a contact of the chat can't be texted. */
export function isSendable(
  { text, files, lacksFiles }: Draft,
  { signature, isRefused }: { signature: string | null; isRefused: boolean },
): boolean {
  const isEmpty = isBlank(text) && files.length === 0
  return !isEmpty && !lacksFiles && !isTooLong({ text, signature }) && !isRefused
}
