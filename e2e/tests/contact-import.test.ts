import { readFile } from 'node:fs/promises'
import type { FoundNumber } from '@partyline/contract'
import { signIn as signInToApi } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { arrangeChat, DANA } from '../pages/arrange.ts'
import { chooseFiles } from '../pages/attach.ts'
import { forgive } from '../pages/complaints.ts'
import { moveTo } from '../pages/keyboard.ts'
import { answer, hold, REASON, refuse } from '../pages/network.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { expect, test } from '../test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const REFUSALS = /the server responded with a status of (400|409)/

const utf8 = (text: string) => Buffer.from(text)
/** As saved by Excel in Western Europe: semicolons, and Windows-1252. */
const EXCEL = Buffer.from('Name;Handy;Ort\r\nZoë Größ;(202) 555-0701;Köln\r\nTheo Ames;202-555-0702;\r\n', 'latin1')
const MIXED = utf8(
  'Name,Number\nNew Person,(202) 555-0703\nSame Person,+12025550703\nWrong,12\n,(202) 555-0704\nMarta R.,(202) 555-0142\n',
)

/** Deletes the contacts of these tests. */
test.afterEach(async () => {
  const dana = await signInToApi(appUrl(), DANA)
  for (const { id, number } of await dana.get('numbers.mobile')) {
    if (number.startsWith('+120255507') && number < '+12025550900')
      await dana.get('settings.deleteMobileNumber', { params: { numberId: id } })
  }
})

/** The import on the page. */
async function openImport(page: Page) {
  const admin = await openAdmin(page, '/admin/contacts')
  const card = admin.section('Contacts')
  await card.getByRole('button', { name: 'Import' }).click()
  const dialog = admin.dialog('Import contacts')
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
  const rows = dialog.getByRole('region', { name: 'Contacts of the file' }).getByRole('listitem')
  return { ...admin, card, dialog, choose, rows }
}

test('an Excel file is previewed and imported by keyboard, and a second import changes nothing', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const { section, dialog } = await openAdmin(page, '/admin/contacts')
  const card = section('Contacts')
  await moveTo(page, card.getByRole('button', { name: 'Import' }))
  await page.keyboard.press('Enter')
  const modal = dialog('Import contacts')
  await expect(modal.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  const file = { name: 'Kontakte.csv', mimeType: 'text/csv', buffer: EXCEL }
  await chooseFiles(page, () => page.keyboard.press('Enter'), file)
  await expect(modal.getByText('2 new contacts')).toBeVisible()
  // The preview does not move the focus.
  await expect(modal.getByRole('button', { name: 'Choose another file' })).toBeFocused()
  await expect(modal.getByRole('combobox', { name: 'Columns with the numbers' })).toHaveText('Handy')
  await expect(modal.getByRole('combobox', { name: 'Encoding' })).toHaveText('Western European (Windows)')
  await expect(modal.getByRole('switch', { name: 'First row is a heading' })).toBeChecked()
  await expect(modal.getByRole('listitem').filter({ hasText: 'Zoë Größ' })).toContainText('(202) 555-0701')
  await expectAccessible({ page, frame: page })
  await moveTo(page, modal.getByRole('button', { name: 'Import 2 contacts' }))
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expect(card.getByRole('button', { name: 'Import' })).toBeFocused()
  await card.getByRole('searchbox').fill('GROSS')
  await expect(card.getByRole('row', { name: 'Zoë Größ' })).toContainText('(202) 555-0701')

  await card.getByRole('button', { name: 'Import' }).click()
  await modal
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'Again.csv', mimeType: 'text/csv', buffer: EXCEL })
  await expect(modal.getByText('0 new contacts · 2 in the list already')).toBeVisible()
  await expect(modal.getByText('There’s nothing new in this file. Nothing will change.')).toBeVisible()
  await modal.getByRole('button', { name: 'Close' }).click()
  await expect(modal).toBeHidden()
})

test('invalid contacts show the reason, and only the others are imported', async ({ openBrowser, complaints }) => {
  const page = await openBrowser()
  const { dialog, choose, rows, card } = await openImport(page)
  await choose('mixed.csv', MIXED)
  await expect(dialog.getByText('1 new contact · 1 in the list already · 1 duplicate · 2 invalid')).toBeVisible()
  await expect(rows.filter({ hasText: 'New Person' })).toContainText('New')
  await expect(rows.filter({ hasText: 'Same Person' })).toContainText('Duplicate of an earlier row.')
  await expect(rows.filter({ hasText: 'Wrong' })).toContainText('Number should be a valid phone number.')
  await expect(rows.filter({ hasText: 'No name' })).toContainText('Name should be defined.')
  await expect(rows.filter({ hasText: 'Marta R.' })).toContainText('Stays as it is: Marta Rivera')
  await dialog.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Invalid' }).click()
  await expect(rows).toHaveCount(2)

  await refuse(page, 'settings.importMobileNumbers')
  const letGo = await hold(page, 'settings.importMobileNumbers')
  await dialog.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(dialog.getByRole('button', { name: 'Importing…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await letGo()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await expect(rows).toHaveCount(2)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  forgive(complaints, REFUSALS)
  await dialog.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(dialog).toBeHidden()
  await card.getByRole('searchbox').fill('555 07')
  await expect(card.getByRole('row', { name: 'New Person' })).toBeVisible()
  await expect(card.getByRole('table').getByRole('row')).toHaveCount(2)
})

test('an unreadable file shows what to do, and the next one is read', async ({ openBrowser }) => {
  const page = await openBrowser()
  const { dialog, choose, rows } = await openImport(page)
  const cases: [string, Buffer][] = [
    ['This is an Excel workbook.', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
    ['This file has no contacts.', utf8('')],
    ['This is neither a CSV file nor a vCard.', Buffer.from([0x89, 0x50, 0, 0, 1])],
    ['No column of this file holds phone numbers.', utf8('Name,Colour\nAnn,Red')],
    ['A quotation mark in row 2 has no other end.', utf8('Name,Number\n"Ann,2025550705')],
  ]
  for (const [words, content] of cases) {
    await choose('wrong.csv', content)
    await expect(dialog.getByRole('alert')).toContainText(words)
    await expect(dialog.getByRole('button', { name: /^Import/ })).toBeHidden()
  }
  await expectAccessible({ page, frame: page })
  await choose(
    'people.vcf',
    utf8('BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lee;Ann\r\nTEL;TYPE=CELL:(202) 555-0706\r\nEND:VCARD\r\n'),
  )
  await expect(rows).toHaveText(/Ann Lee.*555-0706.*New/)
  await expect(dialog.getByRole('alert')).toBeHidden()
})

test('wrongly guessed columns can be corrected by keyboard', async ({ openBrowser }) => {
  const page = await openBrowser()
  const { dialog, choose, rows } = await openImport(page)
  await choose(
    'odd.csv',
    utf8('Pat Lane,(202) 555-0707,Gate code\n7,(202) 555-0709,Ann Lee\n8,(202) 555-0710,Bo Ray\n'),
  )
  await expect(rows).toHaveCount(3)
  await expect(dialog.getByText('“Pat Lane, (202) 555-0707, Gate code” looks like a contact.')).toBeVisible()
  const heading = dialog.getByRole('switch', { name: 'First row is a heading' })
  await moveTo(page, heading)
  await page.keyboard.press('Space')
  await expect(rows).toHaveCount(2)
  await expect(dialog.getByText('“Pat Lane, (202) 555-0707, Gate code” isn’t imported.')).toBeVisible()
  const names = dialog.getByRole('combobox', { name: 'Columns with the names' })
  await expect(names).toHaveText('Gate code')
  await names.click()
  await page.getByRole('menuitemcheckbox', { name: 'Pat Lane' }).click()
  await page.keyboard.press('Escape')
  await expect(names).toHaveText('Gate code + Pat Lane')
  await expect(rows.first()).toContainText('Ann Lee 7')
})

test('a garbled file is read anew in another encoding', async ({ openBrowser }) => {
  const page = await openBrowser()
  const { dialog, choose, rows } = await openImport(page)
  // "Анна" and "Борис" in Windows-1251.
  const bytes = [...Buffer.from('Name;Phone\r\n'), 0xc0, 0xed, 0xed, 0xe0, ...Buffer.from(';2025550707\r\n')]
  await choose('people.csv', Buffer.from(bytes))
  await expect(dialog.getByText('If names look garbled, choose another encoding.')).toBeVisible()
  const encoding = dialog.getByRole('combobox', { name: 'Encoding' })
  await encoding.click()
  await page.getByRole('option', { name: 'Western European (Windows)' }).click()
  await expect(rows).toContainText('Àííà')
  await encoding.click()
  await page.getByRole('option', { name: 'Cyrillic (Windows)' }).click()
  await expect(rows).toContainText('Анна')
  await expect(dialog.getByRole('button', { name: 'Import 1 contact' })).toBeVisible()
})

test('a contact’s best phone is taken, another can be chosen, and no fax is', async ({ openBrowser }) => {
  const page = await openBrowser()
  const { dialog, choose, rows } = await openImport(page)
  await choose(
    'phones.csv',
    utf8(
      'Name,Fax,Work Phone,Mobile Phone\nAnn Lee,202-555-0711,202-555-0712,202-555-0713\nFay Fax,202-555-0714,,\nRon Round,,,1.20256E+10\n',
    ),
  )
  const ann = rows.filter({ hasText: 'Ann Lee' })
  const phone = dialog.getByRole('combobox', { name: 'Number of Ann Lee' })
  await expect(ann).toContainText('(202) 555-0713')
  await expect(rows.filter({ hasText: 'Fay Fax' })).toContainText('This contact only has a number that can’t get texts')
  await expect(rows.filter({ hasText: 'Ron Round' })).toContainText('A spreadsheet rounded this number')
  await moveTo(page, phone)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveText([/Mobile: .*0713/, /Work: .*0712/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(phone).toHaveText(/Work: .*0712/)
  await expect(ann).toContainText('(202) 555-0712')
  await expectAccessible({ page, frame: page })
  await dialog.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(dialog).toBeHidden()
  const dana = await signInToApi(appUrl(), DANA)
  const added = (await dana.get('numbers.mobile')).filter(({ name }) => name === 'Ann Lee')
  expect(added.map(({ number }) => number)).toEqual(['+12025550712'])
})

test('several contact cards are imported together, and an incomplete one only if its number is chosen', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const { dialog, rows } = await openImport(page)
  const vcard = (name: string, number: string, end = 'END:VCARD') =>
    utf8(`BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nTEL:${number}\r\n${end}\r\n`)
  await dialog.getByLabel('File', { exact: true }).setInputFiles([
    { name: 'one.vcf', mimeType: 'text/x-vcard', buffer: vcard('Ann One', '+12025550715') },
    { name: 'two.txt', mimeType: 'text/plain', buffer: vcard('Bob Two', '+12025550716', '') },
  ])
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Bob Two' })).toContainText('The file has only a part of this contact’s card')
  await dialog.getByRole('combobox', { name: 'Number of Bob Two' }).click()
  await page.getByRole('option').click()
  await expect(dialog.getByRole('button', { name: 'Import 2 contacts' })).toBeVisible()
})

for (const scheme of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { contrast: 'more' }] as const) {
  test(`at 390 px, an import fits, ${JSON.stringify(scheme)}`, async ({ openBrowser }) => {
    const page = await openBrowser({ ...PHONE, ...scheme, reducedMotion: 'reduce' })
    const { dialog, choose } = await openImport(page)
    await choose('mixed.csv', MIXED)
    await expect(dialog.getByText('1 new contact')).toBeVisible()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expect(dialog.getByRole('button', { name: 'Import 1 contact' })).toBeInViewport()
  })
}

test('an export is a file of all contacts without formulas', async ({ openBrowser, complaints }) => {
  const dana = await signInToApi(appUrl(), DANA)
  await dana.get('numbers.addMobile', { body: { name: '=1+1', number: '+12025550708' } })
  const page = await openBrowser()
  const { section, dialog } = await openAdmin(page, '/admin/contacts')
  const exportButton = section('Contacts').getByRole('button', { name: 'Export' })
  const download = page.waitForEvent('download')
  await exportButton.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^mobile-numbers-.*\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.startsWith('\uFEFF"Name","Number"')).toBe(true)
  expect(csv).toContain(`"'=1+1","'+12025550708","Enabled"`)
  await refuse(page, 'settings.exportMobileNumbers')
  await exportButton.click()
  await expect(dialog('Unable to export contacts')).toContainText(REASON)
  forgive(complaints, REFUSALS)
})

test('a long list is loaded by page, and a failed page can be retried', async ({ openBrowser, complaints }) => {
  const page = await openBrowser()
  const contact = (index: number) => ({
    id: `0000000d-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Contact ${String(index).padStart(3, '0')}`,
    number: `+1202555${1_000 + index}`,
    type: 'Mobile',
    disabled: false,
    optedOut: false,
  })
  await answer(page, 'numbers.search', async (route) => {
    const { cursor } = route.request().postDataJSON() as { cursor?: string }
    const first = Number(cursor ?? 0)
    const data = Array.from({ length: 50 }, (_, index) => contact(first + index)) as unknown as FoundNumber[]
    const headers: Record<string, string> = first < 50 ? { 'X-Next-Cursor': String(first + 50) } : {}
    await route.fulfill({ headers, json: { operation: 'numbers.search', message: null, details: null, data } })
  })
  const { section } = await openAdmin(page, '/admin/contacts')
  const card = section('Contacts')
  const rows = card.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(51)
  const failing = await refuse(page, 'numbers.search')
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(card.getByRole('alert')).toContainText('More couldn’t be loaded.')
  await failing()
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(101)
  await expect(card.getByRole('button', { name: 'Show more' })).toBeHidden()
  forgive(complaints, REFUSALS)
})

test('contacts who texted STOP are marked, with the time and the line', async ({ openBrowser }) => {
  const contact = { name: 'Stella Opt', number: '+12025550709' }
  await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const { section, dialog } = await openAdmin(page, '/admin/contacts')
  const card = section('Contacts')
  const row = card.getByRole('row', { name: contact.name })
  await card.getByRole('searchbox').fill('stella')
  await expect(row).not.toContainText('Opted out')
  await textFrom(contact.number, 'STOP')
  await expect(async () => {
    await page.reload()
    await card.getByRole('searchbox').fill('stella')
    await expect(row).toContainText('Opted out', { timeout: 2_000 })
  }).toPass()
  await row.getByRole('button').click()
  const edit = dialog('Edit mobile number')
  const history = edit.getByRole('region', { name: 'Opt-outs' }).getByRole('listitem')
  await expect(history).toHaveText(/Wants no texts from Front desk.*Current/)
  await expectAccessible({ page, frame: page })
  await textFrom(contact.number, 'START')
  await expect(async () => {
    await page.reload()
    await card.getByRole('searchbox').fill('stella')
    await row.getByRole('button').click()
    await expect(history).toHaveText([/Wants texts from Front desk again/, /Wants no texts from Front desk/], {
      timeout: 2_000,
    })
  }).toPass()
  await expect(history.filter({ hasText: 'Current' })).toHaveCount(0)
})
