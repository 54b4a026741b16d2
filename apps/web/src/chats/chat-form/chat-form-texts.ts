import { inWords } from '../../core/people.ts'
import { isolated } from '../../platform/isolated.ts'

/** The texts for creating and changing a chat, and for adding a contact. */
export const CHAT_FORM_TEXTS = {
  newTitle: 'Create New Chat',
  settingsTitle: 'Chat settings',
  number: 'Number',
  chooseNumber: 'Choose a number',
  noNumbers: 'No number is in use yet. Ask an administrator to set one up.',
  numbersFailed: 'Numbers couldn’t be loaded.',
  peopleFailed: 'People couldn’t be loaded.',
  bothFailed: 'Numbers and people couldn’t be loaded.',
  retry: 'Try again',
  loadingNumbers: 'Loading numbers…',
  loadingPeople: 'Loading people…',
  searching: 'Searching…',
  name: 'Chat name',
  members: 'Members',
  addMemberHint: 'Type a name or a number',
  noCandidates: 'No matches. Use Create Mobile to add a new contact.',
  createContact: 'Create Mobile',
  chosen: 'Chosen members',
  added: (name: string) => `${isolated(name)} was added.`,
  removed: (name: string) => `${isolated(name)} was removed.`,
  remove: (name: string) => `Remove ${isolated(name)}`,
  relayQuestion: 'Should these phones read each other’s texts?',
  relayMissing: 'Choose who reads the answers.',
  asGroup: 'As a group',
  asGroupAbout: 'Each phone gets your team’s texts and what the other phones text.',
  teamOnly: 'Only the team reads the answers',
  teamOnlyAbout: 'Each phone gets your team’s texts, and nothing from the other phones.',
  save: 'Save',
  creating: 'Creating...',
  saving: 'Saving…',
  settings: { name: 'the name', numberId: 'the number', memberIds: 'the members', relay: 'the relay' },
  changedMeanwhile: (what: string) => `Someone else just changed ${what}. Reopen settings to see it.`,
  busyBefore: (name: string) => `${isolated(name)} is already in the chat`,
  busyHere: (chat: string) => `Already in the chat ${isolated(chat)} on this number`,
  busyAfter: ' on this number. A phone can be in one chat per number.',
  otherNumbers: (phones: number) => `Use another number, or move the ${phones === 1 ? 'phone' : 'phones'} here:`,
  noOther: 'No other number is free.',
  takeNumber: (number: string) => `Use ${number}`,
  closesOthers: (chats: readonly string[]) => {
    const names = inWords(chats.map((chat) => `“${chat}”`))
    const them = chats.length === 1 ? 'it' : 'them'
    return `The move closes ${names} and takes ${them} off the list. You can still read ${them}: this chat will link to ${them}.`
  },
  movePhones: (phones: number) => (phones === 1 ? 'Move the phone here' : 'Move the phones here'),

  contactTitle: 'New External Mobile',
  contactNumber: 'Number',
  contactName: 'Name',
  numberTaken: (name: string) => `${isolated(name)} already has this number.`,
  numberTakenDisabled: (name: string) =>
    `${isolated(name)} already has this number, but is disabled. Ask an administrator to enable this contact.`,
  pickContact: (name: string) => `Use ${isolated(name)}`,
  add: 'Add',
  adding: 'Adding...',
} as const
