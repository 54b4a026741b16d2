import type { CallName, KeyScope, NumberId } from '@partyline/contract'
import { routes } from '@partyline/contract'
import { expect, test } from 'vitest'
import { newId } from '../../platform/index.ts'
import type { Caller, Database } from '../../platform/index.ts'
import { createKeyPolicy } from './key-policy.ts'

const line = newId<NumberId>()
const caller = (lines: NumberId[] | null): Caller => ({
  tenantId: newId(),
  userId: newId(),
  role: 'User',
  name: 'Bookings',
  sessionId: newId(),
  key: { scopes: new Set<KeyScope>(), lines: lines && new Set(lines), isSuspended: false },
})
// Nothing below asks it.
const policy = createKeyPolicy({ database: {} as Database })
const names = Object.keys(routes) as CallName[]

test('a key limited to lines is refused every call that is not known to keep to them', async () => {
  const known = new Set(['chats.create', 'chats.search', 'messages.search', 'numbers.twilio', 'users.list'])
  const ofNoChat = names.filter((name) => !routes[name].path.includes('{chatId}'))
  for (const name of ofNoChat.filter((each) => known.has(each))) {
    await expect(policy(caller([line]), name, { body: { numberId: line } })).resolves.toBeUndefined()
  }
  for (const name of ofNoChat.filter((each) => !known.has(each))) {
    const asking = policy(caller([line]), name, { body: { numberId: line } })
    await expect(asking).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('a key for all lines is not limited', async () => {
  for (const name of names) await expect(policy(caller(null), name, {})).resolves.toBeUndefined()
})
