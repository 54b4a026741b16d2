import { calls, routes } from '@partyline/contract'
import type { CallName, CallSchemas } from '@partyline/contract'
import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { bodyLimitOf, parseForm } from './body-limits.ts'

const limitOf = (name: CallName) => bodyLimitOf(name, calls[name] as CallSchemas)

test.each<[CallName, number]>([
  ['webhooks.twilioMessage', 65_536],
  ['webhooks.saas', 65_536],
  ['marketplace.activate', 16_384],
  ['auth.signIn', 16_384],
  ['users.lookup', 8_192],
])('%s reads at most %i bytes', (name, bytes) => {
  expect(limitOf(name)).toBe(bytes)
})

test('only calls with media or files read more than 128 KB', () => {
  const large = (Object.keys(routes) as CallName[]).filter((name) => limitOf(name) > 128 * 1024)
  expect(large.toSorted()).toEqual([
    'chats.create',
    'contactFields.update',
    'contactImports.add',
    'contactImports.columns',
    'contactImports.preview',
    'contactImports.start',
    'contacts.recordConsent',
    'messages.send',
    'notes.add',
    'settings.checkMobileImport',
    'settings.importMobileNumbers',
    'snippets.create',
    'snippets.update',
  ])
})

test('a call’s limit is larger than the longest body that its schema allows', () => {
  const ids = Array.from({ length: 1_000 }, () => '00000000-0000-4000-8000-000000000000')
  expect(calls['settings.assignUsers'].body.safeParse({ ids }).success).toBe(true)
  expect(JSON.stringify({ ids }).length).toBeLessThan(limitOf('settings.assignUsers'))
})

test('a form with up to 500 fields is parsed, and a larger one is refused', () => {
  expect(parseForm('a=1&b=2&a=3')).toEqual({ a: ['1', '3'], b: '2' })
  expect(Object.keys(parseForm(Array.from({ length: 500 }, (_, at) => `f${at}=1`).join('&')))).toHaveLength(500)
  expect(() => parseForm('a=1&'.repeat(700_000))).toThrow(new AppError('payload-too-large'))
})
