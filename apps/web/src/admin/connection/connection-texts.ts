import type { ConnectionVerdict } from './connection-verdict.ts'

export const CONNECTION_TEXTS = {
  title: 'Connection',
  back: 'Back to the chats',
  here: 'This browser',
  hereAbout: 'How new messages reach this window by themselves.',
  state: 'State',
  since: 'Since',
  way: 'Way',
  answer: 'Answer time',
  lost: 'Last lost',
  neverLost: 'Not since this page was opened',
  milliseconds: (ms: number) => `${Math.max(1, Math.round(ms)).toLocaleString('en-US')} ms`,
  measuring: 'Measuring…',
  unknown: '–',
  measure: 'Measure again',
  again: 'Connect again',
  ways: {
    WebSockets: 'WebSockets, the fastest one',
    ServerSentEvents: 'Server-sent events',
    LongPolling: 'Long polling, which works everywhere and is slower',
  },
  server: 'Texts',
  serverAbout: 'What the server has to do for your organization, and when Twilio was last heard of.',
  waiting: 'Waiting to be sent',
  none: 'None',
  waitingSince: (count: number, since: string) => `${count.toLocaleString('en-US')}, the oldest since ${since}`,
  unresolved: 'Not known whether sent',
  lastReport: 'Last report from Twilio',
  lastText: 'Last text from a phone',
  never: 'None yet',
  good: 'Texts go out as they are written.',
  noAccount: 'No Twilio account is connected yet, so nothing can be sent.',
  toDoctor: 'Ask the Doctor',
  toTwilio: 'Open Twilio settings',
  paused: 'Twilio does not answer. What is written is kept, and sent when it does.',
  behind: 'Texts wait longer than they should. Twilio may be slow at the moment.',
  unresolvedText:
    'Nobody knows whether some texts were sent. Their senders can send them again, or mark them as sent, in the chat.',
} as const

/** The state of the connection in a word, and what to do about it. */
export const VERDICT_TEXTS: Record<ConnectionVerdict, { state: string; advice: string }> = {
  good: { state: 'Connected', advice: 'New messages appear by themselves.' },
  slow: {
    state: 'Connected, but slow',
    advice: 'Answers take long. Try another network, or close what uses much of this one.',
  },
  roundabout: {
    state: 'Connected the long way round',
    advice:
      'Something between here and the server keeps WebSockets back. Everything works, a little slower. Ask whoever runs your network to let WebSockets through.',
  },
  connecting: { state: 'Connecting', advice: 'This takes a moment. What you write is kept and sent afterwards.' },
  disconnected: {
    state: 'Not connected',
    advice: 'New messages do not appear by themselves. Choose “Connect again”; if that does not help, reload the page.',
  },
  offline: {
    state: 'Offline',
    advice: 'This device has no network. Check its Wi-Fi or cable; what you write is kept and sent afterwards.',
  },
}
