import type { LegalHold } from '@partyline/contract'
import { isolated } from '../platform/isolated.ts'

/** The kind of subject that is on hold. */
type Kind = 'chat' | 'contact'

export const HOLD_TEXTS = {
  chat: 'This chat is on legal hold',
  contact: (name: string) => `${isolated(name)} is on legal hold`,
  /** On the card of a contact that is not on hold itself. */
  ofChat: ({ contactId, name }: Pick<LegalHold, 'contactId' | 'name'>) =>
    contactId === null
      ? `This contact is in the chat “${isolated(name)}”, which is on legal hold`
      : `This contact is in a chat with ${isolated(name)}, who is on legal hold`,
  notDeleted: 'Until the hold is released, this contact can’t be deleted or erased.',
  placed: (person: string, day: string) => `Placed by ${isolated(person)} on ${day}`,

  place: 'Place on legal hold…',
  placeTitle: 'Place on legal hold',
  placeAbout: (kind: Kind, name: string) =>
    kind === 'chat'
      ? `Until the hold is released, no texts, files, or notes of “${isolated(name)}” are deleted, and its contacts can’t be deleted or erased.`
      : `Until the hold is released, ${isolated(name)} can’t be deleted or erased, and nothing in the contact’s chats is deleted.`,
  reason: 'Reason (optional)',
  reasonHint: 'For example, the name of a case. Only Admins see it.',
  placeConfirm: 'Place hold',
  placing: 'Placing…',
  placedDone: 'Placed on legal hold',

  release: 'Release legal hold…',
  releaseTitle: 'Release legal hold',
  releaseAbout: (kind: Kind, name: string) =>
    kind === 'chat'
      ? `Texts and notes of “${isolated(name)}” that are older than its line keeps will be deleted, and its contacts can be deleted and erased. What is deleted can’t be restored.`
      : `${isolated(name)} can be deleted and erased, and in the contact’s chats, texts and notes that are older than their lines keep will be deleted. What is deleted can’t be restored.`,
  reasonWas: (reason: string) => `Reason for the hold: ${isolated(reason)}`,
  releaseConfirm: 'Release',
  releasing: 'Releasing…',
  released: 'Legal hold released',
} as const
