import type { AuditEntry, AuditKind, UserId } from '@partyline/contract'
import { AUDIT_KINDS, ERASED, PAGE } from '@partyline/contract'
import { moveTo } from '../pages/keyboard.ts'
import { addBookings } from './admin-forms/key-forms.ts'
import { hold, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Log: a rejected message', ({ stage }) => rejected(stage))
test('Log: by day', ({ stage }) => days(stage))
test('Log: loading, failed, and empty', ({ stage }) => states(stage))
test('Log: more entries, after a failure', ({ stage }) => more(stage))
test('Log: an erased contact', ({ stage }) => erased(stage))
test('Log: searched by keyboard', ({ stage }) => searched(stage))
test('Log: a period, by keyboard', ({ stage }) => period(stage))
test('Log: usual periods', ({ stage }) => usualPeriods(stage))
test('Log: what API keys did', ({ stage }) => ofKeys(stage))

const OLD_KEY = '0b6a3f1e-5f0e-4d0c-9f0a-6a1f1c2b3d4f'

async function rejected({ page, clinic, come }: Stage) {
  const receivedOn = '2026-11-20T09:00:00.000Z'
  clinic.rejected = [
    { from: '+12025550142', to: '+12025550100', receivedOn, reason: 'contact disabled', text: 'Hello?' },
  ]
  await come('/admin/log')
  const item = page.getByRole('region', { name: 'Rejected messages' }).getByRole('listitem')
  await expect(item).toContainText('Hello?')
  await expect(item).toContainText('(202) 555-0142 to (202) 555-0100')
  await expect(item).toContainText('This contact is disabled.')
}

/** An entry, the newest one at 0. */
function entry(index: number, parts: Partial<AuditEntry> = {}): AuditEntry {
  const id = `019a0000-0000-7000-8000-${String(1_000 - index).padStart(12, '0')}` as AuditEntry['id']
  const subject = `+1202555${String(1_000 + index)}`
  return { id, at: '2026-11-20T09:00:00.000Z', by: null, kind: 'optedOut', subject, changes: [], ...parts }
}

async function open({ page, come }: Stage) {
  await come('/admin/log')
  const card = page.getByRole('region', { name: 'Audit log' })
  return { card, entries: card.getByRole('listitem') }
}

async function states(stage: Stage) {
  const { page, look } = stage
  const allow = await refuse(page, 'settings.audit')
  const letGo = await hold(page, 'settings.audit')
  const { card } = await open(stage)
  await expect(card.locator('[aria-busy=true]')).toBeVisible()
  await letGo()
  await expect(card.getByText('The audit log couldn’t be loaded')).toBeVisible()
  await look()
  await allow()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card.getByText('No entries yet')).toBeVisible()
}

const DAY_MS = 86_400_000

/** The heading of a day stays at the top while its entries are on the screen. */
async function days(stage: Stage) {
  const { page, clinic } = stage
  clinic.audit = [0, 1, 10].flatMap((ago, place) =>
    Array.from({ length: 12 }, (_, index) =>
      entry(place * 12 + index, { at: new Date(Date.now() - ago * DAY_MS).toISOString() }),
    ),
  )
  const { card, entries } = await open(stage)
  const headings = card.getByRole('heading', { level: 3 })
  await expect(headings).toHaveText(['Today', 'Yesterday', /^[A-Z][a-z]+day, [A-Z][a-z]+ \d+(, \d{4})?$/])
  await expect(card.getByRole('list', { name: 'Yesterday' }).getByRole('listitem')).toHaveCount(12)
  await expect(entries.first()).toHaveText(/The contact · \d+:\d\d\s[AP]M$/)
  await entries.nth(18).evaluate((item) => item.scrollIntoView({ block: 'center' }))
  const top = (await page.getByRole('main').boundingBox())?.y
  await expect.poll(async () => (await headings.nth(1).boundingBox())?.y).toBe(top)
  await expectUsable(stage)
}

async function more(stage: Stage) {
  const { page, clinic } = stage
  clinic.audit = Array.from({ length: PAGE.auditEntries + 1 }, (_, index) => entry(index))
  const { card, entries } = await open(stage)
  const showMore = card.getByRole('button', { name: 'Show more' })
  await expect(entries).toHaveCount(PAGE.auditEntries)
  await expect(entries.first()).toContainText('Opted out · (202) 555-1000')
  await expect(entries.first()).toContainText('The contact')
  const allow = await refuse(page, 'settings.audit')
  await moveTo(page, showMore, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toHaveText('More couldn’t be loaded. Please try again.')
  await allow()
  await page.keyboard.press('Enter')
  await expect(entries).toHaveCount(PAGE.auditEntries + 1)
  await expect(showMore).toBeHidden()
}

async function erased(stage: Stage) {
  const { clinic } = stage
  const by = { id: clinic.me.id, name: clinic.me.name }
  const { name: subject } = ERASED
  const changes = [{ field: 'name' as const, from: subject, to: subject }]
  clinic.audit = [
    entry(0, { by, kind: 'contactErased', subject: null }),
    entry(1, { by, kind: 'contactChanged', subject, changes }),
    entry(2, { subject }),
  ]
  const { entries } = await open(stage)
  await expect(entries).toHaveText([
    /^Erased a contactDana Cole · /,
    /^Changed a contact · Erased contactName: .*Dana Cole · /,
    /^Opted out · Erased contactThe contact · /,
  ])
  await expectUsable(stage)
}

async function searched(stage: Stage) {
  const { page, clinic, look } = stage
  const by = { id: clinic.me.id, name: clinic.me.name }
  const kinds: AuditKind[] = ['contactChanged', 'contactDeleted']
  clinic.audit = kinds.map((kind, index) => entry(index, { by, kind, subject: 'Harriet Lund' }))
  const { card, entries } = await open(stage)
  const [who, what] = [card.getByRole('combobox', { name: 'Who' }), card.getByRole('combobox', { name: 'What' })]
  await expect(entries).toHaveCount(2)
  await what.click()
  await page.getByRole('option', { name: AUDIT_KINDS.contactChanged }).click()
  await expect(entries).toHaveText([/^Changed a contact · Harriet Lund.*Dana Cole/])
  await moveTo(page, who, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Mei Tanaka' }).waitFor()
  await page.keyboard.type('mei')
  await page.keyboard.press('Enter')
  await expect(who).toHaveText('Mei Tanaka')
  await expect(card.getByText('No results')).toBeVisible()
  await look()
}

const lastQuery = async ({ page }: Stage) => (await sent(page, 'settings.audit')).at(-1)?.query

/** Both days are included, from midnight to midnight in the person's time zone. */
async function period(stage: Stage) {
  const { page, clinic } = stage
  const [first, end] = await page.evaluate(() =>
    [new Date(2026, 9, 1), new Date(2026, 9, 8)].map((date) => date.toISOString()),
  )
  const times = [Date.parse(end!), Date.parse(end!) - 1, Date.parse(first!), Date.parse(first!) - 1]
  clinic.audit = times.map((at, index) => entry(index, { at: new Date(at).toISOString() }))
  const { card, entries } = await open(stage)
  const [when, from, to] = [
    card.getByRole('combobox', { name: 'When' }),
    card.getByLabel('From', { exact: true }),
    card.getByLabel('To', { exact: true }),
  ]
  await expect(entries).toHaveCount(4)
  await moveTo(page, when)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Custom range' }).waitFor()
  await page.keyboard.type('cus')
  await page.keyboard.press('Enter')
  await expect(when).toHaveText('Custom range')
  await expect(entries).toHaveCount(4)
  await moveTo(page, from)
  await from.fill('2026-10-07')
  await moveTo(page, to)
  await to.fill('2026-10-01')
  await page.keyboard.press('Enter')
  await expect(to).toHaveAccessibleDescription('The last day is before the first day. Choose a later one.')
  await expect(to).toBeFocused()
  await expect(entries).toHaveCount(4)
  await expectUsable(stage)
  await from.fill('2026-10-01')
  await to.fill('2026-10-07')
  await moveTo(page, card.getByRole('button', { name: 'Show', exact: true }))
  await page.keyboard.press('Enter')
  await expect(entries).toHaveText([/555-1001/, /555-1002/])
  await expect.poll(() => lastQuery(stage)).toMatchObject({ from: first, to: end })
  await expect(card.getByRole('alert')).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Show', exact: true })).toBeFocused()
  await expectUsable(stage)
  await to.fill('2026-10-06')
  await from.fill('2026-10-02')
  await page.keyboard.press('Enter')
  await expect(card.getByText('No results')).toBeVisible()
  await expectUsable(stage)
}

async function usualPeriods(stage: Stage) {
  const { page, clinic } = stage
  clinic.audit = [0, 1, 400].map((ago, index) =>
    entry(index, { at: new Date(Date.now() - ago * DAY_MS).toISOString() }),
  )
  const { card, entries } = await open(stage)
  const when = card.getByRole('combobox', { name: 'When' })
  const choose = async (name: string) => {
    await when.click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('Yesterday')
  await expect(entries).toHaveText([/555-1001/])
  await choose('Last 12 months')
  await expect(entries).toHaveText([/555-1000/, /555-1001/])
  await choose('Custom range')
  // It begins with the days that were shown.
  await expect(entries).toHaveCount(2)
  await card.getByLabel('From', { exact: true }).fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expect(entries).toHaveCount(3)
  await choose('Any time')
  await expect(card.getByRole('button', { name: 'Show', exact: true })).toBeHidden()
  await expect.poll(() => lastQuery(stage)).not.toHaveProperty('from')
}

/** Actions of API keys, including a revoked one. */
async function ofKeys(stage: Stage) {
  const { page, clinic } = stage
  addBookings(clinic)
  addBookings(clinic, { id: OLD_KEY, name: 'Old system', revokedOn: '2026-11-10T09:00:00.000Z' })
  const [bookings, old] = clinic.keys.map(({ id, name }) => ({ id: id as string as UserId, name }))
  clinic.audit = [
    entry(0, { by: bookings, kind: 'contactAdded', subject: 'Vera Lund' }),
    entry(1, { by: old, kind: 'contactAdded', subject: 'Harriet Lund' }),
    entry(2, { kind: 'optedOut' }),
    entry(3, { kind: 'keyChanged', changes: [{ field: 'endsAt', from: '', to: '2099-06-30T12:00:00.000Z' }] }),
  ]
  const { card, entries } = await open(stage)
  await expect(entries.last()).toContainText('End date: June 30, 2099')
  const who = card.getByRole('combobox', { name: 'Who' })
  await who.click()
  await page.getByRole('option', { name: 'Booking system (API key)', exact: true }).click()
  await expect(entries).toHaveText([/^Added a contact · Vera Lund.*Booking system/])
  await who.click()
  await page.getByRole('option', { name: 'Old system (revoked API key)', exact: true }).click()
  await expect(entries).toHaveText([/^Added a contact · Harriet Lund.*Old system/])
}
