import { describe, expect, test } from 'vitest'
import { addMobileBody, calls, createChatBody, ERRORS, routes, twilioAccountBody } from './index.ts'
import type { CallName } from './index.ts'

const names = Object.keys(routes) as CallName[]

describe('the table of calls', () => {
  test('no two calls share a method and a path', () => {
    const addresses = names.map((name) => `${routes[name].method} ${routes[name].path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })

  test.each(names)('%s has a schema for each parameter of its path, and no other', (name) => {
    const inPath = [...routes[name].path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const schemas = calls[name]
    expect('params' in schemas ? Object.keys(schemas.params.shape) : []).toEqual(inPath)
  })

  test('calls that change settings are for Admins only', () => {
    const open = names.filter((name) => name.startsWith('settings.') && routes[name].access !== 'admin')
    expect(open).toEqual(['settings.consented', 'settings.twilioAccount'])
  })
})

describe('the specified texts', () => {
  const messages = (
    schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
    value: unknown,
  ) => schema.safeParse(value).error?.issues.map((issue) => issue.message)

  test('a chat requires a number, a name, and members', () => {
    const texts = [
      'Twillio number should be defined.',
      'Name should be defined.',
      'Chat should have at least one member.',
    ]
    expect(messages(createChatBody, {})).toEqual(texts)
    expect(messages(createChatBody, { numberId: '', name: ' ', memberIds: [] })).toEqual(texts)
  })

  test('a contact requires a number and a name', () => {
    expect(messages(addMobileBody, {})).toEqual(['Number should be defined.', 'Name should be defined.'])
  })

  test('refreshing a Twilio account requires no credentials', () => {
    expect(twilioAccountBody.safeParse({ justRefreshExisting: true }).success).toBe(true)
    expect(messages(twilioAccountBody, { accountSid: ' ', authToken: '' })).toEqual([
      'Account SID should be defined.',
      'Account Token should be defined.',
    ])
  })

  test('unknown fields are refused', () => {
    expect(addMobileBody.safeParse({ number: '1', name: 'Tom', tenantId: 'x' }).success).toBe(false)
  })
})

test('every error has a status and a sentence', () => {
  for (const error of Object.values(ERRORS)) {
    expect([400, 401, 403, 404, 405, 409, 413, 415, 416, 429, 500, 501, 502, 503]).toContain(error.status)
    expect(error.message).toMatch(/\.$/)
  }
})
