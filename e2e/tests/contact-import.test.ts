import { readFile } from 'node:fs/promises'
import { signIn as signInToApi } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { arrangeChat, DANA } from '../pages/arrange.ts'
import { chooseFiles } from '../pages/attach.ts'
import { moveTo } from '../pages/keyboard.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { expect, test } from '../test.ts'

/** As saved by Excel in Western Europe: semicolons, and Windows-1252. */
const EXCEL = Buffer.from('Name;Handy;Ort\r\nZoë Größ;(202) 555-0701;Köln\r\nTheo Ames;202-555-0702;\r\n', 'latin1')
const MIXED = Buffer.from(
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

test('files are previewed and imported by keyboard, a second import changes nothing, and the export has no formulas', async ({
  openBrowser,
}) => {
  const dana = await signInToApi(appUrl(), DANA)
  await dana.get('numbers.addMobile', { body: { name: '=1+1', number: '+12025550708' } })
  const page = await openBrowser()
  const { section, dialog } = await openAdmin(page, '/admin/contacts')
  const card = section('Mobile numbers')
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
  await moveTo(page, modal.getByRole('button', { name: 'Import 2 contacts' }))
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expect(card.getByRole('button', { name: 'Import' })).toBeFocused()
  await card.getByRole('searchbox').fill('GROSS')
  await expect(card.getByRole('row', { name: 'Zoë Größ' })).toContainText('(202) 555-0701')

  const read = async (buffer: Buffer) => {
    await card.getByRole('button', { name: 'Import' }).click()
    await modal
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer })
  }
  await read(EXCEL)
  await expect(modal.getByText('0 new contacts · 2 in the list already')).toBeVisible()
  await expect(modal.getByText('There’s nothing new in this file. Nothing will change.')).toBeVisible()
  await modal.getByRole('button', { name: 'Close' }).click()
  await expect(modal).toBeHidden()

  // Only the valid contact of these is imported.
  await read(MIXED)
  await expect(modal.getByText('1 new contact · 1 in the list already · 1 duplicate · 2 invalid')).toBeVisible()
  await modal.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(modal).toBeHidden()
  await card.getByRole('searchbox').fill('555 0703')
  await expect(card.getByRole('row', { name: 'New Person' })).toBeVisible()
  await expect(card.getByRole('table').getByRole('row')).toHaveCount(2)

  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/^mobile-numbers-.*\.csv$/)
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.startsWith('\uFEFF"Name","Number"')).toBe(true)
  expect(csv).toContain(`"'=1+1","'+12025550708","Enabled"`)
  expect(csv).toContain(`"Marta Rivera","'+12025550142"`)
})

test('contacts who texted STOP are marked, with the time and the line', async ({ openBrowser }) => {
  const contact = { name: 'Stella Opt', number: '+12025550709' }
  await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const { section, dialog } = await openAdmin(page, '/admin/contacts')
  const card = section('Mobile numbers')
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
  await expect(history).toHaveText(/Opted out of Front desk.*Current/)
  await expectAccessible({ page, frame: page })
  await textFrom(contact.number, 'START')
  await expect(async () => {
    await page.reload()
    await card.getByRole('searchbox').fill('stella')
    await row.getByRole('button').click()
    await expect(history).toHaveText([/Opt-out of Front desk taken back/, /Opted out of Front desk/], {
      timeout: 2_000,
    })
  }).toPass()
  await expect(history.filter({ hasText: 'Current' })).toHaveCount(0)
})
