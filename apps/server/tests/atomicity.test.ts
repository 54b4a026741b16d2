// Fails each write of each changing call once: a call must change everything or nothing.
import { routes } from '@partyline/contract'
import type { CallName } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBreakingDatabase } from './breaking-database.ts'
import { nowhere } from './call-inputs.ts'
import { CHANGES, prepareChanges } from './every-change.ts'
import type { Prepared } from './every-change.ts'
import { endSharedApp } from './shared-harness.ts'

/** Calls that write nothing, although their method is not GET. */
const READS: readonly CallName[] = [
  'auth.log',
  'auth.signIn',
  'chats.search',
  'marketplace.resolve',
  'messages.search',
  'numbers.search',
  'settings.checkMobileImport',
  'consent.check',
  'contactImports.columns',
  'contactImports.preview',
  'contacts.count',
  'contacts.search',
  'notes.search',
  'users.lookup',
  'webhooks.twilioTest',
]
/** Twilio’s webhooks are stored, answered, and processed afterwards. Tests that kill the server cover them. */
const WEBHOOKS: readonly CallName[] = ['webhooks.twilioMessage', 'webhooks.twilioStatus']

/** These send texts, begin other work, or delete files, which causes writes after the commit. */
const SENDING: readonly CallName[] = [
  'archives.delete',
  'archives.start',
  'consent.ask',
  'contacts.erase',
  'hooks.replay',
  'hooks.test',
  'messages.sendAgain',
  'messages.sendFailedAgain',
]

/** Far more than any call makes. */
const MAX_WRITES = 100

const database = createBreakingDatabase()
let prepared: Prepared
beforeAll(async () => {
  await endSharedApp()
  prepared = await prepareChanges()
})
afterAll(async () => {
  database.restore()
  await prepared.harness.close()
})

test('every changing call is tested', () => {
  const changing = (Object.keys(routes) as CallName[]).filter((name) => routes[name].method !== 'GET')
  const tested = new Set([...CHANGES.map(([name]) => name), ...READS, ...WEBHOOKS])
  expect(changing.filter((name) => !tested.has(name))).toEqual([])
})

test('reading calls write nothing', async () => {
  const { dana, team, front } = prepared
  const tested = new Set(CHANGES.map(([name]) => name))
  const reading = (Object.keys(routes) as CallName[]).filter(
    (name) => routes[name].method === 'GET' && !('answer' in routes[name]) && !tested.has(name),
  )
  const writing: CallName[] = []
  for (const name of reading) {
    const params = { ...nowhere(name).params, ...team, userId: dana.id, numberId: front.id }
    database.breakWrite(1)
    await dana.call(name, { params })
    if (database.repair()) writing.push(name)
  }
  // It stores whether the directory has consented.
  expect(writing.filter((name) => name !== 'settings.consented')).toEqual([])
})

test.each(CHANGES)('%s changes everything or nothing: %s', async (name, _, attemptIn) => {
  const attempt = attemptIn(prepared)
  const before = await database.rows()
  const afterFailures: [status: number, rows: object][] = []
  let status: number
  let isOver: boolean
  do {
    database.breakWrite(afterFailures.length + 1, { upToCommit: SENDING.includes(name) })
    status = await attempt()
    isOver = !database.repair()
    if (!isOver) afterFailures.push([status, await database.rows()])
  } while (!isOver && afterFailures.length < MAX_WRITES)
  expect(afterFailures).toEqual(afterFailures.map(() => [500, before]))
  expect(status).toBeLessThan(400)
  expect(afterFailures).not.toEqual([])
  await prepared.isQuiet()
})
