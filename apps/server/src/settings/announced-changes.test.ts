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
import { until } from '../../tests/until.ts'

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
    [
      'how long a line keeps texts',
      ['PhoneNumbersUpdated'],
      ({ dana, numbers: [{ id: numberId }] }) =>
        dana.get('settings.updateRetention', { params: { numberId }, body: { keepDays: 90 } }),
    ],
    [
      'a legal hold',
      ['ExternalContactAdded', 'PhoneNumbersUpdated'],
      async ({ dana }) => {
        const { id: contactId } = await dana.get('contacts.create', { body: { name: 'Cleo' } })
        const { id: legalHoldId } = await dana.get('legalHolds.place', { body: { contactId } })
        await dana.get('legalHolds.release', { params: { legalHoldId } })
      },
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
    ['a new webhook', ['TenantCreated'], addHook],
    [
      'a changed webhook',
      ['TenantCreated'],
      async (clinic) => {
        const params = await addHook(clinic)
        await clinic.dana.get('hooks.update', { params, body: { enabled: false } })
        await clinic.dana.get('hooks.rotate', { params })
        await clinic.dana.get('hooks.delete', { params })
      },
    ],
    ['a new API key', ['TenantCreated'], addKey],
    [
      'a changed API key',
      ['TenantCreated'],
      async (clinic) => {
        const params = await addKey(clinic)
        await clinic.dana.get('keys.update', { params, body: { name: 'Other' } })
        await clinic.dana.get('keys.rotate', { params })
        await clinic.dana.get('keys.revoke', { params })
      },
    ],
    [
      'a new archive',
      ['TenantCreated'],
      async ({ dana }) => {
        await dana.get('archives.start', { body: {} })
        await until(async () => (await dana.get('archives.list')).every(({ state }) => state === 'ready'))
      },
    ],
    [
      'a deleted archive',
      ['TenantCreated'],
      async ({ dana }) => {
        for (const { id } of await dana.get('archives.list'))
          await dana.get('archives.delete', { params: { archiveId: id } })
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

async function addHook({ dana }: Clinic) {
  const body = { url: 'http://127.0.0.1:1/', events: ['chat.done' as const] }
  return { hookId: (await dana.get('hooks.create', { body })).hook.id }
}

async function addKey({ dana }: Clinic) {
  return { keyId: (await dana.get('keys.create', { body: { name: 'Bookings', scopes: ['read'] } })).key.id }
}
