import { fold } from '@partyline/contract'
import type { ConsentSource } from '@partyline/contract'

const STOP = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'])
const START = new Set(['START', 'YES', 'UNSTOP'])
const HELP = new Set(['HELP', 'INFO'])

/** Punctuation and invisible characters. Not emoji: “Stop 😂” is not a request. */
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

/**
 * The request of a text. `yes` takes back a STOP, but no opt-out by hand: it may answer another question. `agrees` and
 * `declines` count only where the phone was asked for consent.
 */
export type Wish = {
  wish: 'stop' | 'start' | 'yes' | 'agrees' | 'declines'
  source: Extract<ConsentSource, 'keyword' | 'twilio' | 'twilioError'>
}

const AGREES = new Set([
  'y',
  'yes',
  'yeah',
  'yep',
  'yesplease',
  'ok',
  'okay',
  'iagree',
  'agree',
  'si',
  'acepto',
  'oui',
  'ja',
])
const DECLINES = new Set(['n', 'no', 'nope', 'nothanks', 'nothankyou', 'nogracias', 'non', 'nein'])

export function optOutRequestIn(text: Worded): Wish | null {
  const keyword = keywordOf(text)
  const source = text.optOutType ? 'twilio' : 'keyword'
  if (keyword === 'start' && text.text.trim().toUpperCase() === 'YES') return { wish: 'yes', source }
  return keyword === 'stop' || keyword === 'start' ? { wish: keyword, source } : null
}

/** The same, or the answer that the text gives if the phone was asked for consent. */
export function wishIn(text: Worded): Wish | null {
  const request = optOutRequestIn(text)
  if (request || keywordOf(text)) return request
  const word = fold(text.text).replaceAll(NO_LETTERS, '')
  if (AGREES.has(word)) return { wish: 'agrees', source: 'keyword' }
  return DECLINES.has(word) ? { wish: 'declines', source: 'keyword' } : null
}
