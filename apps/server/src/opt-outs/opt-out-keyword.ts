import type { OptOutSource } from './opt-outs-store.ts'

const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'])
const START = new Set(['START', 'YES', 'UNSTOP'])
const HELP = new Set(['HELP', 'INFO'])

/** Twilio's keywords count only alone in a text: docs/product.md#opt-outs */
function keywordIn(text: string): 'stop' | 'start' | 'help' | null {
  const word = text.trim().toUpperCase()
  if (STOP.has(word)) return 'stop'
  if (START.has(word)) return 'start'
  return HELP.has(word) ? 'help' : null
}

type Worded = { text: string; optOutType: string | null }

/** The keyword in a text, as Twilio classified it if it did: `stop`, `start` or `help`. */
export function keywordOf({ text, optOutType }: Worded): string | null {
  return optOutType?.toLowerCase() ?? keywordIn(text)
}

/** The request of a keyword. */
export type Wish = { wish: 'stop' | 'start'; source: OptOutSource }

export function wishOf(text: Worded): Wish | null {
  const keyword = keywordOf(text)
  const source = text.optOutType ? 'twilio' : 'keyword'
  return keyword === 'stop' || keyword === 'start' ? { wish: keyword, source } : null
}
