import { CONSENT_BOUNDS, CONSENT_TEXTS } from '@partyline/contract'
import type { Contact, NumberId } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'
import { contactsPage } from '../pages/contacts-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addEntry } from './consent-entries.ts'
import { hold, refuse, REASON, sent } from './calls.ts'
import { announceContacts } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { addPeople, LONG } from './people.ts'
import { expectUsable } from './sizes.ts'

test('Consent: one phone and one line are one quiet line', ({ stage }) => quiet(stage))
test('Consent: several phones and lines, with their history', ({ stage }) => several(stage))
test('Consent: someone else records it', ({ stage }) => byOthers(stage))
test('Consent: long names', ({ stage }) => long(stage))
test('Consent: recorded by keyboard', ({ stage }) => recorded(stage))
test('Consent: a phone that texted STOP', ({ stage }) => stopped(stage))
test('Consent: refused by the server, next to the field', ({ stage }) => refused(stage))
test('Consent: a day without a time', ({ stage }) => dayOnly(stage))
test('Consent: recorded by an API key', ({ stage }) => byKey(stage))
test('Consent: recorded by an API key, on the page to print', ({ stage }) => byKeyOnPaper(stage))
test('Consent: not loaded', ({ stage }) => notLoaded(stage))
test('Consent: a text is shown in its chat', ({ stage }) => message(stage))
test('Consent: exported as one file', ({ stage }) => exported(stage))
test('Consent: the page to print', ({ stage }) => printed(stage))
test('Consent: on paper', ({ stage }) => onPaper(stage))
test('Consent: the page to print is stopped, fails, and goes on', ({ stage }) => interrupted(stage))
test('Consent: everything, for Admins', ({ stage }) => everything(stage))
test('Consent: in Teams', ({ stage }) => inTeams(stage))

const oneLine = (clinic: Clinic) => {
  clinic.lines = clinic.lines.slice(0, 1)
}

async function openCard(stage: Stage, contact: Contact, base = '') {
  await stage.come(`${base}/contacts?contact=${contact.id}`)
  const { pane } = contactsPage(stage.page)
  await expect(pane.getByRole('heading', { level: 3 })).toHaveText(contact.name)
  const part = pane.getByRole('region', { name: 'Consent' })
  return { pane, part, record: part.getByRole('button', { name: 'Record consent…' }) }
}

async function quiet(stage: Stage) {
  const { clinic } = stage
  oneLine(clinic)
  const { unnamed } = addPeople(clinic)
  const { part } = await openCard(stage, unnamed)
  await expect(part.getByRole('listitem')).toHaveText(['No consent recorded'])
  await expect(part.getByRole('button', { name: 'Consent history' })).toHaveCount(0)
  await expectUsable(stage)
}

async function several(stage: Stage) {
  const { page, clinic, look } = stage
  const { vera } = addPeople(clinic)
  const [us, london] = vera.phones.map(({ number }) => number) as [string, string]
  const billing = clinic.lines[1]!
  addEntry(clinic, us)
  addEntry(clinic, us, { line: billing, state: 'granted', source: 'spoken', wording: '', address: '' })
  addEntry(clinic, us, { line: billing, state: 'asked', source: 'manual', at: '2026-11-05T09:00:00.000Z' })
  addEntry(clinic, london, { state: 'revoked', source: 'keyword', by: null, wording: 'STOP', address: '' })
  addEntry(clinic, london, {
    line: billing,
    state: 'refused',
    source: 'keyword',
    by: null,
    wording: 'NO',
    recordedAt: '2026-11-09T14:41:00.000Z',
  })
  const { part } = await openCard(stage, vera)
  await expect(part.getByRole('listitem')).toHaveText([
    '(202) 555-3713, from Front deskAgreed on Nov 3, in writing',
    '(202) 555-3713, from BillingAgreed on Nov 3, spoken. Asked on Nov 5, no answer yet',
    /^\+44 20 7946 0018, from Front deskOpted out \(texted STOP\) on Nov 3$/,
    /^\+44 20 7946 0018, from BillingRefused on Nov 3, by text$/,
  ])
  const history = part.getByRole('button', { name: 'Consent history' })
  await moveTo(page, history)
  await page.keyboard.press('Enter')
  await expect(history).toHaveAttribute('aria-expanded', 'true')
  const list = part.getByRole('list', { name: 'Consent history' })
  await expect(list.getByRole('listitem').first()).toContainText('Asked · By hand')
  await expect(list).toContainText('“I agree that Lakeside Clinic texts me about my appointments.”')
  await expect(list).toContainText('From: Paper form, front desk')
  await expect(list).toContainText(/The phone itself · Nov 3, .* · recorded on Nov 9/)
  await expectUsable(stage)
  await look()
}

async function byOthers(stage: Stage) {
  const { clinic } = stage
  oneLine(clinic)
  const { unnamed } = addPeople(clinic)
  const { part } = await openCard(stage, unnamed)
  await expect(part.getByRole('listitem')).toHaveText(['No consent recorded'])
  addEntry(clinic, unnamed.phones[0]!.number)
  await stage.update()
  await announceContacts(stage, 'PhoneNumbersUpdated')
  await expect(part.getByRole('listitem')).toHaveText(['Agreed on Nov 3, in writing'])
}

async function long(stage: Stage) {
  const { page, clinic } = stage
  const { many } = addPeople(clinic)
  clinic.lines[0]!.name = LONG
  addEntry(clinic, many.phones[0]!.number, {
    line: clinic.lines[0]!,
    by: LONG,
    wording: 'word'.repeat(200),
    address: `https://example.com/${'a'.repeat(300)}`,
  })
  const { part, record } = await openCard(stage, many)
  await part.getByRole('button', { name: 'Consent history' }).click()
  await expectUsable(stage)
  await record.click()
  await expect(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(12)
  await expectUsable(stage)
}

async function recorded(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  const { part, record } = await openCard(stage, vera)
  await moveTo(page, record)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Record consent of Vera Lund' })
  const wording = dialog.getByRole('textbox', { name: 'Exact wording' })
  await expect(dialog.getByRole('checkbox', { name: '(202) 555-3713' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByRole('checkbox', { name: '(202) 555-3713' })).toBeFocused()
  await expect(dialog.getByRole('group', { name: 'Phones' })).toHaveAccessibleDescription('Choose at least one phone.')
  await expect(wording).toHaveAccessibleDescription(new RegExp(CONSENT_TEXTS.wording))
  await expectUsable(stage)
  await page.keyboard.press('Space')
  await dialog.getByRole('checkbox', { name: 'Front desk' }).check()
  await dialog.getByRole('checkbox', { name: 'Billing' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('radio', { name: 'In writing' }).check()
  await wording.fill('Yes, text me.')
  await dialog.getByRole('textbox', { name: 'Where it came from' }).fill('https://example.com/form')
  await dialog.getByLabel('Date').fill('2030-01-01')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Date')).toHaveAccessibleDescription(CONSENT_TEXTS.future)
  await expect(dialog.getByLabel('Date')).toBeFocused()
  await dialog.getByLabel('Date').fill('2026-11-03')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(record).toBeFocused()
  await expect(part.getByRole('listitem').first()).toContainText('Agreed on Nov 3, in writing')
  const [request] = await sent(page, 'contacts.recordConsent')
  const common = { number: '+12025553713', state: 'granted', source: 'written', wording: 'Yes, text me.' }
  expect(request?.body).toMatchObject({
    entries: clinic.lines.map(({ id }) => ({ ...common, lineId: id, address: 'https://example.com/form' })),
  })
}

async function stopped(stage: Stage) {
  const { page, clinic } = stage
  oneLine(clinic)
  const { unnamed } = addPeople(clinic)
  addEntry(clinic, unnamed.phones[0]!.number, { state: 'revoked', source: 'keyword', by: null, wording: 'STOP' })
  const { part, record } = await openCard(stage, unnamed)
  await expect(part.getByRole('listitem')).toHaveText(['Opted out (texted STOP) on Nov 3'])
  await record.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'texted STOP. This is recorded, but texts go through again only after it texts START.',
  )
  await expect(dialog.getByRole('radio', { name: 'Agreed' })).toBeFocused()
  await dialog.getByRole('radio', { name: 'Refused' }).check()
  await expect(dialog).not.toContainText('texts START')
  await expect(dialog).toContainText('Texts from Front desk to this phone will no longer be sent.')
  await dialog.getByRole('radio', { name: 'Agreed' }).check()
  await dialog.getByRole('radio', { name: 'Spoken' }).check()
  await expectUsable(stage)
  // The statement is optional.
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog).toBeHidden()
  await expect(part.getByRole('listitem')).toHaveText(['Opted out (texted STOP) on Nov 3'])
  await part.getByRole('button', { name: 'Consent history' }).click()
  const history = part.getByRole('list', { name: 'Consent history' }).getByRole('listitem')
  await expect(history).toContainText([/^Agreed · Spoken/, /^Opted out · Keyword in a text/])
  const [request] = await sent(page, 'contacts.recordConsent')
  expect(JSON.stringify(request?.body)).not.toContain('"at"')
}

async function dayOnly(stage: Stage) {
  const { clinic } = stage
  oneLine(clinic)
  const { unnamed } = addPeople(clinic)
  const { number } = unnamed.phones[0]!
  const recordedAt = '2026-11-09T14:41:07.000Z'
  addEntry(clinic, number, { at: '2026-11-03T17:00:00.000Z', recordedAt })
  addEntry(clinic, number, {
    state: 'revoked',
    source: 'keyword',
    by: null,
    at: '2026-11-08T17:00:00.000Z',
    wording: 'STOP',
  })
  const { part } = await openCard(stage, unnamed)
  await part.getByRole('button', { name: 'Consent history' }).click()
  const history = part.getByRole('list', { name: 'Consent history' }).getByRole('listitem')
  await expect(history.first()).toContainText(/Nov 8, \d+:00 [AP]M/)
  await expect(history.last()).toContainText(/Omar Haddad · Nov 3 · recorded on Nov 9/)
  await expectUsable(stage)
}

async function byKey(stage: Stage) {
  const { part } = await openCard(stage, addEntryByKey(stage))
  await expect(part.getByRole('listitem').first()).toHaveText('Agreed on Nov 3, through the API')
  await part.getByRole('button', { name: 'Consent history' }).click()
  const entry = part.getByRole('list', { name: 'Consent history' }).getByRole('listitem')
  await expect(entry).toContainText('Agreed · API')
  await expect(entry).toContainText(/Booking system · Nov 3, \d+:00 [AP]M/)
  await expectUsable(stage)
}

async function byKeyOnPaper(stage: Stage) {
  const { page, come } = stage
  await come(`/consent/print?contact=${addEntryByKey(stage).id}`)
  const row = page.getByRole('main').getByRole('row').last()
  await expect(row).toContainText('Agreed, API')
  await expect(row).toContainText('Booking system')
}

/** Returns the contact of the entry. */
function addEntryByKey({ clinic }: Stage) {
  oneLine(clinic)
  const { unnamed } = addPeople(clinic)
  addEntry(clinic, unnamed.phones[0]!.number, {
    source: 'api',
    by: 'Booking system',
    at: '2026-11-03T17:00:00.000Z',
    recordedAt: '2026-11-03T17:00:02.000Z',
    address: 'https://book.lakeside.example',
  })
  return unnamed
}

async function refused(stage: Stage) {
  const { page, clinic } = stage
  oneLine(clinic)
  const { unnamed } = addPeople(clinic)
  const { record } = await openCard(stage, unnamed)
  await record.click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByRole('textbox', { name: 'Where it came from' })
  await dialog.getByRole('textbox', { name: 'Exact wording' }).fill('Yes.')
  const allow = await refuse(page, 'contacts.recordConsent', 'validation', { field: 'entries.0.address' })
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(address).toHaveAccessibleDescription(new RegExp(REASON))
  await expect(address).toBeFocused()
  await allow()
  await refuse(page, 'contacts.recordConsent', 'forbidden')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await expectUsable(stage)
}

async function notLoaded(stage: Stage) {
  const { page, clinic, come } = stage
  addPeople(clinic)
  await come('/contacts')
  const allow = await refuse(page, 'contacts.consent')
  const contacts = contactsPage(page)
  await contacts.name('Vera Lund').click()
  const part = contacts.pane.getByRole('region', { name: 'Consent' })
  await expect(part.getByRole('alert')).toContainText('Consent couldn’t be loaded.')
  await expectUsable(stage)
  await allow()
  await part.getByRole('button', { name: 'Try again' }).click()
  await expect(part.getByRole('listitem')).toHaveText(['No consent recorded'])
}

async function message(stage: Stage) {
  const { page, clinic } = stage
  oneLine(clinic)
  const { unnamed } = addPeople(clinic)
  const chat = clinic.chats[0]!
  const text = chat.messages[0]!
  addEntry(clinic, unnamed.phones[0]!.number, { message: { chatId: chat.id, messageId: text.id } })
  const { part } = await openCard(stage, unnamed)
  await part.getByRole('button', { name: 'Consent history' }).click()
  await part.getByRole('link', { name: 'Show message' }).click()
  await expect(page.getByRole('heading', { level: 2, name: chat.name })).toBeVisible()
  await expect(page.locator(`[data-message="${text.id}"]`)).toBeFocused()
}

async function exported(stage: Stage) {
  const { page, clinic } = stage
  const { unnamed } = addPeople(clinic)
  for (let count = 0; count <= CONSENT_BOUNDS.exported; count += 1) addEntry(clinic, unnamed.phones[0]!.number)
  const { part } = await openCard(stage, unnamed)
  const more = part.getByRole('button', { name: 'More about consent' })
  await moveTo(page, more)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Print' })).toHaveAttribute(
    'href',
    `/consent/print?contact=${unnamed.id}`,
  )
  await stage.look()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('consent.csv')
  await expect(page.getByText('Consent exported', { exact: true }).first()).toBeVisible()
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect((await sent(page, 'consent.export')).map(({ body }) => body)).toEqual([
    { contactId: unnamed.id, timeZone },
    { contactId: unnamed.id, timeZone, cursor: String(CONSENT_BOUNDS.exported) },
  ])
  const allow = await refuse(page, 'consent.export')
  await more.click()
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  await expect(page.getByRole('dialog', { name: 'Unable to export consent' })).toContainText(REASON)
  await allow()
}

async function printed(stage: Stage) {
  const { page, clinic, come } = stage
  const { vera } = addPeople(clinic)
  const { number } = vera.phones[0]!
  addEntry(clinic, number, { wording: '<b>word</b>'.repeat(30), address: 'a'.repeat(300), by: null })
  addEntry(clinic, number, { at: '2026-11-03T17:00:00.000Z', recordedAt: '2026-11-09T14:41:00.000Z' })
  const former = { number: '+12025553790', reassignedAt: '2026-11-05T09:30:00.000Z' }
  vera.formerPhones = [{ id: '0000000b-0000-4000-8000-000000000901' as NumberId, ...former }]
  addEntry(clinic, former.number, former)
  await come(`/consent/print?contact=${vera.id}`)
  const main = page.getByRole('main', { name: 'Consent to texts: Vera Lund' })
  await expect(main.getByRole('status')).toHaveText('3 entries')
  await expect(main.getByRole('cell', { name: '(202) 555-3790' })).toContainText(
    'Someone else’s since November 5, 2026',
  )
  await expect(main).toContainText(/Lakeside Clinic · \w+ \d+, \d{4}/)
  const [, day, time] = await main.getByRole('row').all()
  await expect(day!.getByRole('cell').first()).toHaveText('November 3, 2026')
  await expect(time!.getByRole('cell').first()).toHaveText(/^November 3, 2026, \d+:41 [AP]M$/)
  await expectUsable(stage)
  await page.evaluate(`window.print = () => document.body.setAttribute('data-printed', '')`)
  await moveTo(page, main.getByRole('button', { name: 'Print' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
  await page.evaluate(`document.body.removeAttribute('data-printed')`)
}

async function onPaper(stage: Stage) {
  const { page, clinic, come } = stage
  const { vera } = addPeople(clinic)
  const { number } = vera.phones[0]!
  addEntry(clinic, number, { wording: 'word'.repeat(300), address: 'a'.repeat(300) })
  const main = page.getByRole('main', { name: 'Consent to texts: Vera Lund' })
  for (let count = 0; count < 250; count += 1) addEntry(clinic, number, { wording: `Wording ${count}` })
  await come(`/consent/print?contact=${vera.id}`)
  await expect(main.getByRole('status')).toHaveText('251 entries')
  await expect(main.getByRole('row')).toHaveCount(252)
  await expectPrintable(stage)
}

/** The printed look of the page, evaluated in the browser. */
const PAPER = `(() => {
  const cells = [...document.querySelectorAll('td')]
  const { color, backgroundColor } = getComputedStyle(cells[0])
  const { scrollHeight, scrollWidth, clientWidth } = document.documentElement
  return {
    color,
    backgroundColor,
    isWhole: cells.every((cell) => cell.scrollWidth <= cell.clientWidth + 1),
    isLong: scrollHeight > 5000,
    isWide: scrollWidth > clientWidth,
    head: getComputedStyle(document.querySelector('thead')).display,
  }
})()`

/** On paper: nothing but the entries, whole, in black on white. */
async function expectPrintable({ page }: Stage) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    const look = await page.evaluate<object>(PAPER)
    expect(look).toEqual({
      color: 'rgb(0, 0, 0)',
      backgroundColor: 'rgb(255, 255, 255)',
      isWhole: true,
      isLong: true,
      head: 'table-header-group',
      isWide: false,
    })
  }
  const pdf = await page.pdf({ format: 'Letter' })
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(5)
  await page.emulateMedia({ media: 'screen' })
}

async function interrupted(stage: Stage) {
  const { page, clinic, come } = stage
  const { vera } = addPeople(clinic)
  for (let count = 0; count < 450; count += 1) addEntry(clinic, '+12025550142')
  await come('/contacts')
  const allow = await refuse(page, 'consent.list')
  await page.evaluate(`history.pushState(null, '', '/consent/print')`)
  const main = page.getByRole('main', { name: /^Consent to texts/ })
  await expect(main.getByRole('alert')).toContainText(`The rest couldn’t be loaded. ${REASON}`)
  await expectUsable(stage)
  await allow()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('status')).toHaveText('450 entries')
  await expect(main.getByRole('row')).toHaveCount(451)
  const letGo = await hold(page, 'consent.list')
  await page.evaluate(`history.pushState(null, '', '/consent/print?contact=${vera.id}')`)
  await expect(main.getByRole('status')).toHaveText('Loading…')
  await expect(main.getByRole('button', { name: 'Print' })).toBeDisabled()
  await main.getByRole('button', { name: 'Stop' }).click()
  await expect(main.getByRole('status')).toHaveText('Stopped after 0 entries. The rest is missing.')
  await letGo()
  await main.getByRole('button', { name: 'Load the rest' }).click()
  await expect(main).toContainText('No entries.')
}

async function everything(stage: Stage) {
  const { page, clinic, come } = stage
  addEntry(clinic, '+12025550142')
  await come('/admin/contacts')
  const card = page.getByRole('region', { name: 'Consent' })
  await expect(card.getByRole('link', { name: 'Print all' })).toHaveAttribute('href', '/consent/print')
  await expectUsable(stage)
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Export all as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('consent.csv')
  expect((await sent(page, 'consent.export')).map(({ body }) => body)).toMatchObject([{}])
}

async function inTeams(stage: Stage) {
  const { clinic, page } = stage
  const { vera } = addPeople(clinic)
  addEntry(clinic, vera.phones[0]!.number)
  const { part } = await openCard(stage, vera, '/teams-app')
  await part.getByRole('button', { name: 'Consent history' }).click()
  await stage.look()
  await part.getByRole('button', { name: 'More about consent' }).click()
  // Outside of Teams, which can't print.
  const print = page.getByRole('menuitem', { name: 'Print' })
  await expect(print).toHaveAttribute('href', `/consent/print?contact=${vera.id}`)
  await expect(print).toHaveAttribute('target', '_blank')
}
