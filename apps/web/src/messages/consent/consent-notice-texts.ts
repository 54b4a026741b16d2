import { isolated } from '../../platform/isolated.ts'

export const CONSENT_NOTICE_TEXTS = {
  lacking: (names: string) => `No written consent from ${names} yet.`,
  asked: (day: string) => `Asked for consent on ${day}. Waiting for YES.`,
  askedOf: (names: string, day: string) => `Asked ${names} for consent on ${day}. Waiting for YES.`,
  ask: 'Ask for consent',
  askTitle: 'Ask for consent',
  askMessage: (names: string, line: string) => `${names} will get this text from ${isolated(line)} now:`,
  askMessageOfUnknownLine: (names: string) => `${names} will get this text now:`,
  send: 'Send',
  sending: 'Sending…',
  asking: 'Asked for consent',
} as const
