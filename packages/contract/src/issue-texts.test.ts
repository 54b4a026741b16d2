import { expect, test } from 'vitest'
import { calls } from './index.ts'
import type { CallName } from './index.ts'

function said(name: CallName, part: 'body' | 'query' | 'params', value: unknown) {
  const schema = (
    calls[name] as Partial<Record<typeof part, { safeParse: (typeof calls)['chats.search']['body']['safeParse'] }>>
  )[part]
  return schema?.safeParse(value).error?.issues.map(({ message }) => message)
}

test.each<[CallName, 'body' | 'query' | 'params', unknown, string]>([
  ['users.lookup', 'body', {}, 'Search term is required.'],
  ['users.lookup', 'body', { searchTerm: 'x'.repeat(201) }, 'Search term should have at most 200 characters.'],
  ['users.lookup', 'body', { searchTerm: 7 }, 'Search term should be text.'],
  ['users.lookup', 'body', null, 'The request should be an object.'],
  ['users.get', 'params', { userId: 'x' }, 'User ID is not valid.'],
  ['messages.list', 'query', { limit: 'x' }, 'Limit should be a number.'],
  ['messages.list', 'query', { limit: 1.5 }, 'Limit should be a whole number.'],
  ['messages.list', 'query', { limit: 0 }, 'Limit should be at least 1.'],
  ['messages.list', 'query', { limit: 1_000 }, 'Limit should be at most 200.'],
  ['media.get', 'query', { w: 5 }, 'W is not valid.'],
  ['chats.search', 'body', { mode: 'x' }, 'Mode should be my or all.'],
  ['chats.search', 'body', { from: 'x' }, 'From should be a time in UTC, for example 2026-11-21T09:41:00.000Z.'],
  ['chats.search', 'body', { color: 1 }, "The field 'color' is not known."],
  ['chats.viewMessages', 'body', { messageIds: [], asRead: true }, 'Message IDs should have at least 1 entry.'],
  ['chats.viewMessages', 'body', { messageIds: [1], asRead: true }, 'Message IDs should be text.'],
  ['settings.updateUser', 'body', { name: 'A', role: 'User', disabled: 'no' }, 'Disabled should be true or false.'],
  ['settings.checkMobileImport', 'body', { contacts: [[]] }, 'Contacts should be an object.'],
])('%s with the %s %j says: %s', (name, part, value, text) => {
  expect(said(name, part, value)).toEqual([text])
})
