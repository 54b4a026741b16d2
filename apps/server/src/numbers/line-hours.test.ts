import { WEEKDAYS } from '@partyline/contract'
import type { CallBody, LineHours, OpeningHours, Week } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

const AWAY = 'We are closed. We will answer tomorrow.'
const GREETING = 'Thank you for texting the clinic.'

const closedWeek = Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as Week
const CLOSED: LineHours = { timeZone: 'America/New_York', week: closedWeek, holidays: [] }
const OPEN: LineHours = { ...CLOSED, week: null }

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())
beforeEach(() => setLine({ hours: CLOSED, awayReply: AWAY, greeting: null }))

const setLine = (body: CallBody<'settings.updateHours'>) =>
  clinic.dana.get('settings.updateHours', { params: { numberId: clinic.numbers[0].id }, body })

describe('the hours of a line', () => {
  const hoursOf = async (client: Client) => (await client.get('numbers.twilio'))[0]?.hours

  test('are the organization’s until it has its own, and users see those that are in force', async () => {
    const { name } = await clinic.dana.get('settings.tenant')
    const hours: OpeningHours = { timeZone: 'Europe/Berlin', week: null, holidays: [] }
    const holidays = [{ name: 'Christmas', firstDay: '2026-12-25', lastDay: '2026-12-26', open: [] }]
    await clinic.dana.get('settings.updateTenant', { body: { name, hours: { ...hours, holidays } } })
    await setLine({ hours: null })
    expect(await hoursOf(clinic.omar)).toEqual({ ...hours, holidays })
    await setLine({ hours: { ...CLOSED, holidays: null } })
    expect(await hoursOf(clinic.omar)).toEqual({ ...CLOSED, holidays })
    const tenant = await setLine({ greeting: GREETING })
    expect(tenant.twilioNumbers[0]).toMatchObject({ ownHours: { holidays: null }, awayReply: AWAY, greeting: GREETING })
    expect(Object.keys((await clinic.omar.get('numbers.twilio'))[0] ?? {})).not.toContain('awayReply')
    await clinic.dana.get('settings.updateTenant', { body: { name, hours: null } })
    expect(await hoursOf(clinic.omar)).toEqual({ ...CLOSED, holidays: [] })
  })

  test('and its replies are recorded in the audit log when they change', async () => {
    await setLine({ hours: OPEN, awayReply: 'Another', greeting: GREETING })
    await setLine({ hours: OPEN })
    const [entry, other] = await clinic.dana.get('settings.audit', { query: { kind: 'hoursChanged', limit: 2 } })
    expect(entry).toMatchObject({ subject: clinic.numbers[0].name, by: { id: clinic.dana.id } })
    expect(entry?.changes).toEqual([
      { field: 'openingHours', from: 'Closed', to: 'Always open' },
      { field: 'awayReply', from: 'On', to: 'On, with a new text' },
      { field: 'greeting', from: 'Off', to: 'On' },
    ])
    expect(other?.id).not.toBe(entry?.id)
  })

  test('are another organization’s business, and only of its Admins', async () => {
    const params = { numberId: clinic.numbers[0].id }
    expect((await clinic.omar.call('settings.updateHours', { params, body: {} })).status).toBe(403)
    expect((await clinic.stranger.call('settings.updateHours', { params, body: { hours: null } })).status).toBe(404)
    expect((await clinic.dana.call('settings.updateHours', { params, body: { awayReply: ' ' } })).status).toBe(400)
    expect(
      (await clinic.dana.call('settings.updateHours', { params, body: { awayReply: 'x'.repeat(701) } })).status,
    ).toBe(400)
    const unknown = { hours: { ...CLOSED, timeZone: 'Mars/Olympus' } }
    expect((await clinic.dana.call('settings.updateHours', { params, body: unknown })).status).toBe(400)
  })
})
