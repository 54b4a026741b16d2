import { fold } from '@partyline/contract'
import type { OptOutSource } from './opt-outs-store.ts'

const STOP = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'])
const START = new Set(['START', 'YES', 'UNSTOP'])
const HELP = new Set(['HELP', 'INFO'])

/** Punctuation and what is invisible. Not emoji: “Stop 😂” is no request. */
const NO_LETTERS = /[\s\p{P}\p{Cc}\p{Cf}\p{Sk}$+<=>|~\u2800]/gu

/** A keyword counts only alone in a text: docs/product.md#opt-outs */
function keywordIn(text: string): 'stop' | 'start' | 'help' | null {
  if (STOP.has(fold(text).replaceAll(NO_LETTERS, ''))) return 'stop'
  // A return has to be as clear as Twilio wants it.
  const word = text.trim().toUpperCase()
  if (START.has(word)) return 'start'
  return HELP.has(word) ? 'help' : null
}

type Worded = { text: string; optOutType: string | null }

/** The keyword in a text, as Twilio classified it if it did: `stop`, `start` or `help`. */
export function keywordOf({ text, optOutType }: Worded): string | null {
  return optOutType?.toLowerCase() ?? keywordIn(text)
}

/** The request of a keyword. `yes` takes back a STOP, but no opt-out by hand: it may answer another question. */
export type Wish = { wish: 'stop' | 'start' | 'yes'; source: OptOutSource }

export function optOutRequestIn(text: Worded): Wish | null {
  const keyword = keywordOf(text)
  const source = text.optOutType ? 'twilio' : 'keyword'
  if (keyword === 'start' && text.text.trim().toUpperCase() === 'YES') return { wish: 'yes', source }
  return keyword === 'stop' || keyword === 'start' ? { wish: keyword, source } : null
}
