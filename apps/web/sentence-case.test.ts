import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = path.join(import.meta.dirname, 'src')
/** Titles, labels and buttons: short texts without punctuation. */
const LABEL = /'([\p{L}’ ]+)'/gu
const PROPER_NOUNS = ['Teams', 'Twilio', 'Console', 'Microsoft', 'Partyline', 'Entra']
/** As the specification spells them. */
const SPECIFIED = [
  'Account Token',
  'Add User',
  'Create Mobile',
  'Create New Chat',
  'Default Assigned users',
  'Delete Number',
  'Edit User',
  'External Mobile',
  'Message Delivery Status',
  'New External Mobile',
  'Open Settings',
  'Teams User',
  'Twilio Configuration',
]

test('labels are in sentence case, except for the specified ones', () => {
  const files = globSync('**/*-texts.ts', { cwd: SOURCE })
  const labels = files.flatMap((file) =>
    [...readFileSync(path.join(SOURCE, file), 'utf8').matchAll(LABEL)].map(([, label = '']) => label),
  )
  expect(labels).toContain('Chat settings')
  expect(new Set(labels.filter(isTitleCase))).toEqual(new Set(SPECIFIED))
})

function isTitleCase(label: string): boolean {
  const [, ...words] = label.split(' ')
  return words.some((word) => /^\p{Lu}\p{Ll}/u.test(word) && !PROPER_NOUNS.includes(word))
}
