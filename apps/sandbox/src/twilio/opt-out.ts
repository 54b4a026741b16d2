/** Twilio's default opt-out: the whole text must be one of these words. */
const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'])
const START = new Set(['START', 'YES', 'UNSTOP'])
const HELP = new Set(['HELP', 'INFO'])

export type Keyword = 'stop' | 'start' | 'help'

export function keywordOf(text: string): Keyword | null {
  const word = text.trim().toUpperCase()
  if (STOP.has(word)) return 'stop'
  if (START.has(word)) return 'start'
  return HELP.has(word) ? 'help' : null
}

/** Twilio's automatic replies. */
export const KEYWORD_REPLIES: Record<Keyword, string> = {
  stop: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  start:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  help: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
}
