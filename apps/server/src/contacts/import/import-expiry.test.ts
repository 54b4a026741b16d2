import { CONTACT_IMPORT, CONTACT_IMPORT_ERRORS as ERRORS } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness } from '../../../tests/harness.ts'
import type { OwnHarness } from '../../../tests/harness.ts'
import { createMovingClock } from '../../../tests/moving-clock.ts'
import { endSharedApp } from '../../../tests/shared-harness.ts'
import { until } from '../../../tests/until.ts'

const DAY_MS = 86_400_000
const clock = createMovingClock()
let harness: OwnHarness
beforeAll(async () => {
  await endSharedApp()
  harness = await startHarness({ clock })
})
afterAll(() => harness.close())

test('an import can be undone for 30 days; then its rows are dropped, and its contacts stay', async () => {
  const dana = await harness.signIn('dana@lakeside.example')
  const { id: contactImportId } = await dana.get('contactImports.start', {
    body: { fileName: 'people.csv', duplicates: 'skip', total: 1, columns: [{ heading: 'Who', target: 'emails' }] },
  })
  const params = { contactImportId }
  await dana.get('contactImports.add', { params, body: { part: 1, rows: [{ row: 2, emails: ['ilse@example.com'] }] } })
  clock.pass((CONTACT_IMPORT.days - 1) * DAY_MS)
  const later = await harness.signIn('dana@lakeside.example')
  expect(await later.get('contactImports.list')).toHaveLength(1)
  clock.pass(2 * DAY_MS)
  const muchLater = await harness.signIn('dana@lakeside.example')
  expect(await muchLater.get('contactImports.list')).toEqual([])
  const { status, error } = await muchLater.call('contactImports.undo', { params })
  expect([status, error?.message]).toEqual([409, ERRORS.tooOld(CONTACT_IMPORT.days)])
  const rows = async () =>
    (await muchLater.get('contactImports.report', { params })).csv.trimEnd().split('\n').length - 1
  await until(async () => (await rows()) === 0)
  const [contact] = await muchLater.get('contacts.search', { body: { term: 'ilse' } })
  const history = await muchLater.get('contacts.history', { params: { contactId: contact?.id ?? '' } })
  expect(history).toMatchObject([{ kind: 'added', import: { fileName: 'people.csv' } }])
  // The columns are still remembered.
  const { columns } = await muchLater.get('contactImports.columns', { body: { headings: ['Who'] } })
  expect(columns).toEqual([{ heading: 'Who', target: 'emails' }])
})
