import { isolated } from '../../platform/isolated.ts'

/** The texts of merging two contacts. */
export const MERGE_TEXTS = {
  chooseTitle: 'Merge contacts',
  chooseText: (name: string) => `Choose the contact to merge into ${isolated(name)}.`,
  search: 'Search contacts',
  duplicates: 'Possible duplicates',
  found: 'Contacts',
  results: (count: number) => (count === 1 ? '1 contact' : `${count} contacts`),
  noDuplicates: 'Search by name, number, company, or email.',
  nothing: 'No contacts found',
  searchFailed: 'Contacts couldn’t be loaded.',
  retry: 'Try again',
  /** `kept`, `merged`: names, with what tells them apart if they are the same. */
  outcome: (kept: string, merged: string) =>
    `${isolated(merged)} is deleted. Its chats, texts, and opt-outs move to ${isolated(kept)}. This can’t be undone.`,
  named: (name: string, more: string | null) => (more === null ? name : `${isolated(name)}, ${isolated(more)}`),
  fields: 'Values after the merge',
  phones: 'Phones',
  noPhones: 'Neither has a phone number.',
  textFirst: 'Phone to text first',
  both: 'Both',
  bothRemarks: 'Both, one below the other',
  from: (name: string) => `From ${isolated(name)}`,
  same: 'The same on both',
  tooMany: 'Remove some from the card first, then merge.',
  submit: 'Merge contacts',
  submitting: 'Merging…',
  back: 'Back',
  done: (name: string) => `Merged into ${isolated(name)}`,
  gone: (name: string) => `${isolated(name)} was just deleted, so there is nothing to merge.`,
  goneTitle: 'This contact was deleted',
  chooseOther: 'Choose another contact',
  close: 'Close',
} as const
