// Pages of other people learn of every change of the organization, its users, lines, contacts, and shared snippets.
import type { EventKind, RealtimeEvent } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { listen } from '../../tests/hub.ts'
import type { Listener } from '../../tests/hub.ts'

let harness: Harness
let clinic: Clinic
let omar: Listener
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  omar = await listen(harness.url, clinic.omar)
})
afterAll(async () => {
  await omar.connection.stop()
  await harness.close()
})

/** The kinds that others receive without data during a change, up to an event of our own at its end. */
async function kindsAfter(change: () => Promise<unknown>): Promise<EventKind[]> {
  const before = omar.events().length
  await change()
  const end = { area: 'Unknown', kind: 'IncomingMessageRejected' } as const
  await omar.connection.invoke('SendMessage', end)
  const events = () => omar.events().slice(before)
  const isEnd = ({ area, kind }: RealtimeEvent) => area === end.area && kind === end.kind
  await vi.waitFor(() => expect(events().some(isEnd)).toBe(true), { timeout: 10_000, interval: 10 })
  return [...new Set(events().flatMap((event) => (event.data === null && !isEnd(event) ? event.kind : [])))].toSorted()
}

const snippet = (dana: Client, shared: boolean) =>
  dana.get('snippets.create', { body: { name: 'Directions', text: 'Turn left', shared } })

describe('other people learn of', () => {
  test.each<[string, EventKind[], (clinic: Clinic) => Promise<unknown>]>([
    [
      'the organization’s name',
      ['TenantCreated'],
      ({ dana }) => dana.get('settings.updateTenant', { body: { name: 'Lakeside' } }),
    ],
    [
      'its opening hours, which are those of its lines',
      ['PhoneNumbersUpdated', 'TenantCreated'],
      ({ dana }) => dana.get('settings.updateTenant', { body: { name: 'Lakeside', hours: null } }),
    ],
    [
      'the allowed countries, which bar members of chats',
      ['ChatUpdated', 'TenantCreated'],
      ({ dana }) => dana.get('settings.updateTenant', { body: { name: 'Lakeside', allowedCountries: ['US'] } }),
    ],
    [
      'a changed user, whose name chats show',
      ['ChatUpdated', 'UserAdded'],
      ({ dana, mei }) =>
        dana.get('settings.updateUser', { params: { userId: mei.id }, body: { name: 'Mei L.', role: 'User' } }),
    ],
    [
      'the default users of a line',
      ['PhoneNumbersUpdated'],
      ({ dana, numbers: [{ id: numberId }] }) =>
        dana.get('settings.assignUsers', { params: { numberId }, body: { ids: [dana.id] } }),
    ],
    [
      'the hours and replies of a line',
      ['PhoneNumbersUpdated'],
      ({ dana, numbers: [{ id: numberId }] }) =>
        dana.get('settings.updateHours', { params: { numberId }, body: { greeting: 'Hello' } }),
    ],
    [
      'the requirement of consent of a line',
      ['PhoneNumbersUpdated'],
      ({ dana, numbers: [{ id: numberId }] }) =>
        dana.get('settings.updateConsent', { params: { numberId }, body: { consent: 'warn' } }),
    ],
    ['a new contact', ['ExternalContactAdded'], (clinic) => clinic.contact('Ann', '+12025550191')],
    [
      'imported contacts',
      ['ExternalContactAdded'],
      ({ dana }) =>
        dana.get('settings.importMobileNumbers', { body: { contacts: [{ name: 'Ben', number: '+12025550194' }] } }),
    ],
    [
      'a renamed contact',
      ['ChatUpdated', 'ExternalContactAdded', 'PhoneNumbersUpdated'],
      async (clinic) => {
        const { id: numberId } = await clinic.contact('Bob', '+12025550192')
        await clinic.omar.get('numbers.renameMobile', { params: { numberId }, body: { name: 'Robert' } })
      },
    ],
    ['a new shared snippet', ['TenantCreated'], ({ dana }) => snippet(dana, true)],
    [
      'a snippet that is not shared anymore',
      ['TenantCreated'],
      async ({ dana }) => {
        const [{ id } = { id: '' }] = (await dana.get('snippets.list')).snippets
        await dana.get('snippets.update', { params: { snippetId: id }, body: { shared: false } })
      },
    ],
    [
      'a deleted shared snippet',
      ['TenantCreated'],
      async ({ dana }) => {
        const { id } = await snippet(dana, true)
        await dana.call('snippets.delete', { params: { snippetId: id } })
      },
    ],
  ])('%s: %j', async (_, kinds, change) => {
    expect(await kindsAfter(() => change(clinic))).toEqual(kinds)
  })

  test('no personal snippet', async () => {
    expect(await kindsAfter(() => snippet(clinic.dana, false))).toEqual([])
  })
})
