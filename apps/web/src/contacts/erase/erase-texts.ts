import type { Erasure } from '@partyline/contract'
import { ERASED } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

const AND = new Intl.ListFormat('en', { type: 'conjunction' })

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`

/** The texts of erasing a contact. */
export const ERASE_TEXTS = {
  title: 'Erase contact',
  about: (name: string) =>
    `${isolated(name)} will be deleted. Chats and the audit log will say “${ERASED.name}” instead of their name and numbers. This can’t be undone.`,
  messages: 'Also erase their texts, files, and notes',
  messagesHint: `Everything they sent, and everything in chats with no one else outside your team. Otherwise, it stays under the name “${ERASED.name}”.`,
  kept: 'What stays',
  outOfReach: 'What Partyline can’t erase',
  outOfReachFacts: [
    'What other people wrote about them in group chats, in notes of other chats, and in names of chats they were never in',
    'What Twilio, Microsoft Teams, phones, mailboxes, and browsers already received. Twilio keeps its own records: ask it to delete them.',
    'Backups, until they expire',
  ],
  submit: 'Erase',
  submitting: 'Erasing…',
  gone: 'Someone else just deleted this contact, so it can’t be erased.',
  doneTitle: 'Contact erased',
  erased: 'What was erased',
  close: 'Close',
} as const

const KEPT = {
  sends: 'When texts were sent, and whether they arrived, so that nothing is sent or read in again',
  consent: 'Entries about consent, without the person and the wording, as evidence',
} as const

/** Data that any erasure keeps. */
export const KEPT_FACTS: readonly string[] = [
  KEPT.sends,
  KEPT.consent,
  'Opt-outs, without the number, so that they stay in force',
]

/** Data that an erasure deleted. `messages`: whether texts, files, and notes were also to be erased. */
export function erasedFacts({ chats, texts, files, notes }: Erasure, messages: boolean): string[] {
  const found = [
    { count: texts, one: 'text' },
    { count: files, one: 'file' },
    { count: notes, one: 'note' },
  ].filter(({ count }) => count > 0)
  const words = AND.format(found.map(({ count, one }) => counted(count, one)))
  return [
    'The contact, its phones, and its history',
    chats > 0
      ? `The name and numbers in ${counted(chats, 'chat')} and in the audit log`
      : 'The name and numbers in the audit log',
    ...(messages && found.length > 0 ? [words] : []),
  ]
}

/** Data that this erasure keeps. */
export function keptFacts({ optOuts }: Erasure, messages: boolean): string[] {
  return [
    ...(messages ? [] : [`Texts, files, and notes, under the name “${ERASED.name}”`]),
    KEPT.sends,
    KEPT.consent,
    ...(optOuts > 0
      ? [
          `${counted(optOuts, 'opt-out')}, without the number, so that ${optOuts === 1 ? 'it stays' : 'they stay'} in force`,
        ]
      : []),
  ]
}
