import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '@partyline/driver'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'

const OMAR = '1c7e3d2f-8b58-4e1d-9b64-6d2e8fa01b12'
const RUTH = '2e905f41-0d7a-4a3f-9d86-8f40a1c23d14'

let harness: Harness
let dana: Client
/** Microsoft’s response instead of the sandbox’s, or null. */
let graphSays: (() => Response) | null = null
let asked = 0
beforeAll(async () => {
  harness = await startHarness({
    outside: (toSandbox) => ({
      ...toSandbox,
      async fetch(...request) {
        const { hostname } = new URL(new Request(...request).url)
        if (hostname !== 'graph.microsoft.com') return toSandbox.fetch(...request)
        asked += 1
        return graphSays?.() ?? toSandbox.fetch(...request)
      },
    }),
  })
  dana = await harness.signIn('dana@lakeside.example')
})
afterAll(() => harness.close())

const lookUp = (searchTerm: string, client = dana) => client.call('users.lookup', { body: { searchTerm } })
const namesOf = async (searchTerm: string) => (await lookUp(searchTerm)).data.map(({ name }) => name)

test('people are found by the beginning of a word of their name or address', async () => {
  const omar = { id: OMAR, name: 'Omar Haddad', email: 'omar.haddad@lakeside.example' }
  expect((await lookUp('hadd')).data).toEqual([{ ...omar, alreadyAdded: false }])
  expect(await namesOf('mei.t')).toEqual(['Mei Tanaka'])
  expect(await namesOf('dana@')).toEqual(['Dana Cole'])
  expect(await namesOf('addad')).toEqual([])
})

test('a single character finds no one, without a request to Graph', async () => {
  const before = asked
  expect(await namesOf(' o ')).toEqual([])
  expect(asked).toBe(before)
})

test('a repeated search is cached', async () => {
  await lookUp('tanak')
  const before = asked
  await lookUp('TANAK')
  expect(asked).toBe(before)
})

test('existing users are marked, and found even if they are not in the directory', async () => {
  await dana.get('settings.addUser', { body: { userId: OMAR, role: 'User', name: 'Omar H.' } })
  await dana.get('settings.addUser', {
    body: { userId: RUTH, role: 'User', name: 'Olga Omarova (100%)' },
  })
  expect((await lookUp('oma')).data).toEqual([
    { id: RUTH, name: 'Olga Omarova (100%)', email: null, alreadyAdded: true },
    { id: OMAR, name: 'Omar Haddad', email: 'omar.haddad@lakeside.example', alreadyAdded: true },
  ])
  expect(await namesOf('ol%a')).toEqual([])
})

test('only the user’s own directory is searched, and only with consent', async () => {
  expect(await namesOf('priya')).toEqual([])
  const priya = await harness.signIn('priya@northgate.example')
  const { status, error } = await lookUp('omar', priya)
  expect([status, error?.error]).toEqual([409, 'not-consented'])
})

test('a busy directory answers 429 with Retry-After, a failed one 502', async () => {
  graphSays = () => new Response('{}', { status: 500 })
  const broken = await lookUp('broken')
  expect([broken.status, broken.error?.error]).toEqual([502, 'directory-failed'])
  graphSays = () => new Response('{}', { status: 429, headers: { 'retry-after': '20' } })
  const busy = await lookUp('busy')
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '20'])
})
