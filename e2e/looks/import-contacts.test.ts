import { chooseFiles } from '../pages/attach.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Import: a spreadsheet with several phones', ({ stage }) => spreadsheet(stage))
test('Import: another encoding', ({ stage }) => encoding(stage))
test('Import: not a file with contacts', ({ stage }) => unreadable(stage))

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
