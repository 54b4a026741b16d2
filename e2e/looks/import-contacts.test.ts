import { chooseFiles } from '../pages/attach.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addContacts } from './arrange.ts'
import { hold, REASON, refuse } from './calls.ts'
import { expect, expectKept, expectRefused, test } from './look.ts'
import type { Stage } from './look.ts'

test('Import: a spreadsheet with several phones', ({ stage }) => spreadsheet(stage))
test('Import: another encoding', ({ stage }) => encoding(stage))
test('Import: not a file with contacts', ({ stage }) => unreadable(stage))
test('Import: new, known, duplicate, and invalid contacts', ({ stage }) => mixed(stage))
test('Import: at 390 px', ({ stage }) => onPhone(stage))
test('Import: other files that are not read, and then one that is', ({ stage }) => otherFiles(stage))
test('Import: columns that were guessed wrong', ({ stage }) => wrongColumns(stage))
test('Import: Cyrillic that was read as Western European', ({ stage }) => cyrillic(stage))
test('Import: the best phone of a contact, or another', ({ stage }) => phones(stage))
test('Import: several contact cards, one of them incomplete', ({ stage }) => cards(stage))
test('Contacts: the export is refused', ({ stage }) => exportRefused(stage))
test('Contacts: a long list, and a page that failed to load', ({ stage }) => longList(stage))

const SPREADSHEET = `Name,Mobile Phone,Home Phone,Business Fax
Marta Rivera,+12025550142,,
Pat Sørensen,(202) 555-0301,202-555-0302,202-555-0303
Kim Castellanos-Featherstonehaugh,,2025550304,
Pat Sorensen,2025550301,,
Rae Lindgren,2.02556E+09,,
Lee Fox,,,2025550309
`

/** A heading and 山田花子 in Shift_JIS. */
const SHIFT_JIS = Buffer.from('8e8196bc2c9364986294d48d860d0a8e52936389d48e712c2b31323032353535303237360d0a', 'hex')

/** Opens the import and chooses a file. */
async function choose({ page, come }: Stage, name: string, buffer: Buffer) {
  await come('/admin/contacts')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  const file = { name, mimeType: 'text/csv', buffer }
  await chooseFiles(page, () => dialog.getByRole('button', { name: 'Choose a file' }).click(), file)
  return dialog
}

async function spreadsheet(stage: Stage) {
  const dialog = await choose(stage, 'contacts.csv', Buffer.from(SPREADSHEET))
  await expect(dialog.getByRole('switch', { name: 'First row is a heading' })).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Import 2 contacts' })).toBeVisible()
  await stage.look()
  const numberOfPat = dialog.getByRole('combobox', { name: 'Number of Pat Sørensen' })
  await numberOfPat.click()
  await stage.look()
  await stage.page.getByRole('option', { name: /555-0302/ }).click()
  await expect(numberOfPat).toContainText('555-0302')
  await dialog.getByRole('switch', { name: 'First row is a heading' }).uncheck()
  await expect(dialog.getByText(/is read as a contact/)).toBeVisible()
  await stage.look()
}

async function encoding(stage: Stage) {
  const dialog = await choose(stage, 'meibo.csv', SHIFT_JIS)
  await expect(dialog.getByText('山田花子')).toBeVisible()
  await expect(dialog.getByText('If names look garbled, choose another encoding.')).toBeVisible()
  await stage.look()
  await dialog.getByRole('combobox', { name: 'Encoding' }).click()
  await stage.page
    .getByRole('option', { name: /Western/ })
    .first()
    .click()
  await expect(dialog.getByText('山田花子')).toBeHidden()
  await stage.look()
}

async function unreadable(stage: Stage) {
  const dialog = await choose(stage, 'contacts.xlsx', Buffer.from('PK\x03\x04[Content_Types].xml xl/workbook.xml'))
  await expect(dialog.getByRole('alert')).toContainText('This is an Excel workbook.')
  await stage.look()
}

const utf8 = (text: string) => Buffer.from(text)

type File = { name: string; mimeType: string; buffer: Buffer }

/** Opens the import. */
async function openImport({ page, come }: Stage) {
  await come('/admin/contacts')
  const card = page.getByRole('region', { name: 'Mobile numbers', exact: true })
  await card.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  const give = (...files: File[]) => dialog.getByLabel('File', { exact: true }).setInputFiles(files)
  const read = (text: string | Buffer) =>
    give({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const rows = dialog.getByRole('region', { name: 'Contacts of the file' }).getByRole('listitem')
  const row = (name: string) => rows.filter({ hasText: name })
  return { card, dialog, give, read, rows, row }
}

const MIXED =
  'Name,Number\nNew Person,(202) 555-0703\nSame Person,+12025550703\nWrong,12\n,(202) 555-0704\nMarta R.,(202) 555-0142\n'

async function mixed(stage: Stage) {
  const { page, look } = stage
  const { dialog, read, rows, row, card } = await openImport(stage)
  await read(MIXED)
  await expect(dialog.getByText('1 new contact · 1 in the list already · 1 duplicate · 2 invalid')).toBeVisible()
  await expect(row('New Person')).toContainText('New')
  await expect(row('Same Person')).toContainText('Duplicate of an earlier row.')
  await expect(row('Wrong')).toContainText('Number should be a valid phone number.')
  await expect(row('No name')).toContainText('Name should be defined.')
  await expect(row('Marta R.')).toContainText('Stays as it is: Marta Rivera')
  await look()
  await dialog.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Invalid' }).click()
  await expect(rows).toHaveCount(2)

  const allow = await refuse(page, 'settings.importMobileNumbers')
  const letGo = await hold(page, 'settings.importMobileNumbers')
  await dialog.getByRole('button', { name: 'Import 1 contact' }).click()
  await expectKept(stage, dialog, 'Importing…')
  await letGo()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await expect(rows).toHaveCount(2)
  await allow()
  await dialog.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('row', { name: 'New Person' })).toBeVisible()
  await expect(card.getByRole('row', { name: 'Same Person' })).toHaveCount(0)
}

async function onPhone(stage: Stage) {
  await stage.page.setViewportSize({ width: 390, height: 844 })
  const { dialog, read } = await openImport(stage)
  await read(MIXED)
  await expect(dialog.getByText('1 new contact')).toBeVisible()
  await expect.poll(() => stage.page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await expect(dialog.getByRole('button', { name: 'Import 1 contact' })).toBeInViewport()
}

async function otherFiles(stage: Stage) {
  const { dialog, give, read, rows } = await openImport(stage)
  const cases: [string, Buffer][] = [
    ['This file has no contacts.', utf8('')],
    ['This is neither a CSV file nor a vCard.', Buffer.from([0x89, 0x50, 0, 0, 1])],
    ['No column of this file holds phone numbers.', utf8('Name,Colour\nAnn,Red')],
    ['A quotation mark in row 2 has no other end.', utf8('Name,Number\n"Ann,2025550705')],
  ]
  for (const [words, content] of cases) {
    await read(content)
    await expect(dialog.getByRole('alert')).toContainText(words)
    await expect(dialog.getByRole('button', { name: /^Import/ })).toBeHidden()
  }
  const buffer = utf8('BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lee;Ann\r\nTEL;TYPE=CELL:(202) 555-0706\r\nEND:VCARD\r\n')
  await give({ name: 'people.vcf', mimeType: 'text/csv', buffer })
  await expect(rows).toHaveText(/Ann Lee.*555-0706.*New/)
  await expect(dialog.getByRole('alert')).toBeHidden()
}

async function wrongColumns(stage: Stage) {
  const { page } = stage
  const { dialog, read, rows } = await openImport(stage)
  await read('Pat Lane,(202) 555-0707,Gate code\n7,(202) 555-0709,Ann Lee\n8,(202) 555-0710,Bo Ray\n')
  await expect(rows).toHaveCount(3)
  await expect(dialog.getByText('“Pat Lane, (202) 555-0707, Gate code” looks like a contact.')).toBeVisible()
  await moveTo(page, dialog.getByRole('switch', { name: 'First row is a heading' }))
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
}

async function cyrillic(stage: Stage) {
  const { page } = stage
  const { dialog, read, rows } = await openImport(stage)
  // "Анна" in Windows-1251.
  await read(Buffer.concat([utf8('Name;Phone\r\n'), Buffer.from('c0edede0', 'hex'), utf8(';2025550707\r\n')]))
  await expect(dialog.getByText('If names look garbled, choose another encoding.')).toBeVisible()
  const encoding = dialog.getByRole('combobox', { name: 'Encoding' })
  await encoding.click()
  await page.getByRole('option', { name: 'Western European (Windows)' }).click()
  await expect(rows).toContainText('Àííà')
  await encoding.click()
  await page.getByRole('option', { name: 'Cyrillic (Windows)' }).click()
  await expect(rows).toContainText('Анна')
  await expect(dialog.getByRole('button', { name: 'Import 1 contact' })).toBeVisible()
}

const PHONES = `Name,Fax,Work Phone,Mobile Phone
Ann Lee,202-555-0711,202-555-0712,202-555-0713
Fay Fax,202-555-0714,,
Ron Round,,,1.20256E+10
`

async function phones(stage: Stage) {
  const { page, look } = stage
  const { dialog, read, row, card } = await openImport(stage)
  await read(PHONES)
  const phone = dialog.getByRole('combobox', { name: 'Number of Ann Lee' })
  await expect(row('Ann Lee')).toContainText('(202) 555-0713')
  await expect(row('Fay Fax')).toContainText('This contact only has a number that can’t get texts')
  await expect(row('Ron Round')).toContainText('A spreadsheet rounded this number')
  await moveTo(page, phone)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveText([/Mobile: .*0713/, /Work: .*0712/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(phone).toHaveText(/Work: .*0712/)
  await expect(row('Ann Lee')).toContainText('(202) 555-0712')
  await look()
  await dialog.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('row', { name: 'Ann Lee' })).toContainText('(202) 555-0712')
}

async function cards(stage: Stage) {
  const { dialog, give, rows, row } = await openImport(stage)
  const vcard = (name: string, number: string, end = 'END:VCARD') =>
    utf8(`BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nTEL:${number}\r\n${end}\r\n`)
  await give(
    { name: 'one.vcf', mimeType: 'text/x-vcard', buffer: vcard('Ann One', '+12025550715') },
    { name: 'two.txt', mimeType: 'text/plain', buffer: vcard('Bob Two', '+12025550716', '') },
  )
  await expect(rows).toHaveCount(2)
  await expect(row('Bob Two')).toContainText('The file has only a part of this contact’s card')
  await dialog.getByRole('combobox', { name: 'Number of Bob Two' }).click()
  await stage.page.getByRole('option').click()
  await expect(dialog.getByRole('button', { name: 'Import 2 contacts' })).toBeVisible()
}

async function exportRefused(stage: Stage) {
  const { page, come } = stage
  await come('/admin/contacts')
  await refuse(page, 'settings.exportMobileNumbers')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expectRefused(stage, page.getByRole('dialog', { name: 'Unable to export contacts' }))
}

async function longList(stage: Stage) {
  const { page, clinic, come, look } = stage
  clinic.contacts = []
  const three = (at: number) => String(at).padStart(3, '0')
  const many = Array.from({ length: 100 }, (_, at) => ({
    name: `Contact ${three(at)}`,
    number: `+12025551${three(at)}`,
  }))
  addContacts(clinic, many)
  await come('/admin/contacts')
  const card = page.getByRole('region', { name: 'Mobile numbers', exact: true })
  const rows = card.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(51)
  const allow = await refuse(page, 'numbers.search')
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(card.getByRole('alert')).toContainText('More couldn’t be loaded.')
  await look()
  await allow()
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(101)
  await expect(card.getByRole('button', { name: 'Show more' })).toBeHidden()
}
