import type { NumberId } from '@partyline/contract'
import { useTimes } from '../../platform/platform-context.tsx'
import { closedText } from './opening-texts.ts'
import { useOpening } from './use-opening.ts'

/** In the header, before the line: that it is closed, and when it opens. */
export function ClosedWords({ numberId }: { numberId: NumberId }) {
  const text = closedText(useOpening(numberId), useTimes())
  return text && `${text} · `
}
