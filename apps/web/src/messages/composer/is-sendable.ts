import { isBlank, NOTE } from '@partyline/contract'
import type { Draft } from '../../core/drafts.ts'
import { isTooLong } from './composer-count.ts'

/** Whether a draft can be sent. `isRefused`: a contact of the chat can't be texted. */
export function isSendable(
  { text, files, lacksFiles }: Pick<Draft, 'text' | 'files' | 'lacksFiles'>,
  { signature, isRefused }: { signature: string | null; isRefused: boolean },
): boolean {
  const isEmpty = isBlank(text) && files.length === 0
  return !isEmpty && !lacksFiles && !isTooLong({ text, signature }) && !isRefused
}

/** Whether a draft can be added as a note. */
export const isAddable = ({ text, files, isAdding }: Pick<Draft, 'text' | 'files' | 'isAdding'>): boolean =>
  !isAdding && (!isBlank(text) || files.length > 0) && noteExcess(text) === 0

/** How many characters are too many for a note. */
export const noteExcess = (text: string): number => Math.max(0, text.trim().length - NOTE.maxLength)
