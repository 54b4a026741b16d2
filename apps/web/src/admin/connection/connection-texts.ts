import type { ConnectionVerdict } from './connection-verdict.ts'

export const CONNECTION_TEXTS = {
  title: 'Connection',
  here: 'This browser',
  hereAbout: 'How new messages reach this window.',
  state: 'State',
  since: 'Since',
  way: 'Transport',
  answer: 'Answer time',
  lost: 'Last disconnected',
  neverLost: 'Not since this page was opened',
  milliseconds: (ms: number) => `${Math.max(1, Math.round(ms)).toLocaleString('en-US')} ms`,
  measuring: 'Measuring…',
  unknown: '–',
  measure: 'Measure again',
  again: 'Reconnect',
  ways: {
    WebSockets: 'WebSocket (fastest)',
    ServerSentEvents: 'Server-sent events',
    LongPolling: 'Long polling (slower)',
  },
  server: 'Texts',
  serverAbout: 'Outgoing queue and last contact with Twilio.',
  waiting: 'Waiting to be sent',
  none: 'None',
  waitingSince: (count: number, since: string) => `${count.toLocaleString('en-US')}, the oldest since ${since}`,
  unresolved: 'Delivery unconfirmed',
  lastReport: 'Last report from Twilio',
  lastText: 'Last text from a phone',
  never: 'None yet',
  good: 'Texts go out as they are written.',
  noAccount: 'No Twilio account is connected yet, so nothing can be sent.',
  toDiagnostics: 'Run diagnostics',
  toTwilio: 'Open Twilio settings',
  paused: 'Twilio isn’t responding. Messages are kept, and sent when it responds.',
  behind: 'Texts wait longer than they should. Twilio may be slow at the moment.',
  unresolvedText:
    'Delivery of some texts couldn’t be confirmed. Their senders can send them again, or mark them as sent, in the chat.',
} as const

/** The state of the connection, and advice. */
export const VERDICT_TEXTS: Record<ConnectionVerdict, { state: string; advice: string }> = {
  good: { state: 'Connected', advice: 'New messages appear on their own.' },
  slow: {
    state: 'Connected, but slow',
    advice: 'Answers take long. Try another network, or close what uses much of this one.',
  },
  roundabout: {
    state: 'Connected (fallback)',
    advice:
      'Something between this browser and the server blocks WebSockets. Everything works, a little slower. Ask whoever runs your network to allow WebSockets.',
  },
  connecting: { state: 'Connecting', advice: 'This takes a moment. What you write is kept and sent afterwards.' },
  disconnected: {
    state: 'Not connected',
    advice: 'You won’t see new messages. Choose “Reconnect”; if that doesn’t help, reload the page.',
  },
  offline: {
    state: 'Offline',
    advice: 'This device has no network. Check its Wi-Fi or cable; what you write is kept and sent afterwards.',
  },
}
