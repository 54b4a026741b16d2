import { IMPORT } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
let clinic: Clinic
let dana: Client
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  ;({ dana } = clinic)
})
afterAll(() => harness.close())

const importAll = (contacts: unknown) => dana.call('settings.importMobileNumbers', { body: { contacts } })

const contactsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: `+1${first + index}`, name: 'Ann' }))

test('an import of 5,000 contacts works, and a larger one is refused', async () => {
  const most = contactsFrom(2_025_560_000, IMPORT.maxContacts + 1)
  const refusals = [most, [], 'all of them'].map(async (contacts) => (await importAll(contacts)).error?.errors)
  expect(await Promise.all(refusals)).toEqual([
    { contacts: ['At most 5,000 contacts can be imported at once.'] },
    { contacts: ['There is no contact to import.'] },
    { contacts: ['There is no contact to import.'] },
  ])
  expect((await importAll(most.slice(1))).data).toEqual({ added: 5_000, known: 0 })
  expect((await importAll(most.slice(1))).data).toEqual({ added: 0, known: 5_000 })
})

test('an export has every contact of its tenant, including disabled ones', async () => {
  await importAll([{ number: '+442079460018', name: 'Bob' }])
  const [ann] = await dana.get('numbers.mobile')
  const params = { numberId: ann?.id ?? '' }
  await dana.get('settings.updateMobileNumber', { params, body: { name: 'Al', disabled: true } })
  const { csv } = await dana.get('settings.exportMobileNumbers')
  expect(csv.trim().split('\r\n')).toHaveLength(5_002)
  expect(new Set(csv.split('\r\n'))).toHaveProperty('size', 5_003)
  expect(csv).toContain(`"Al","'${ann?.number}","Disabled",""`)
  expect((await clinic.stranger.get('settings.exportMobileNumbers')).csv).not.toContain('Bob')
  expect((await clinic.omar.call('settings.exportMobileNumbers')).status).toBe(403)
  const [entry] = await dana.get('settings.audit', { query: { limit: 1 } })
  expect(entry).toMatchObject({ kind: 'contactsExported', by: { name: 'Dana Cole' } })
})

test('10,000 contacts can be paged through and searched', async () => {
  await importAll(contactsFrom(2_025_570_000, 4_999).map((contact, index) => ({ ...contact, name: `Cara ${index}` })))
  const find = (body: object) => dana.call('numbers.search', { body: { type: 'Mobile', limit: 200, ...body } })
  const ids = new Set<string>()
  let cursor: string | null = null
  do {
    const page = await find(cursor ? { cursor } : {})
    for (const { id } of page.data) ids.add(id)
    cursor = page.headers.get('X-Next-Cursor')
  } while (cursor)
  expect(ids.size).toBe(10_000)
  expect((await find({ term: 'cara 4998' })).data.map(({ number }) => number)).toEqual(['+12025574998'])
  expect((await find({ term: '(202) 557-4998' })).data.map(({ name }) => name)).toEqual(['Cara 4998'])
  const common = await find({ term: '5574' })
  expect(common.data.map(({ name }) => name)).toEqual(common.data.map((_, index) => `Cara ${4000 + index}`))
  expect([common.data.length, common.headers.get('X-Next-Cursor')]).toEqual([200, expect.any(String)])
})
