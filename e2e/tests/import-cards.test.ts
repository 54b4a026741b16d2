import { readFile } from 'node:fs/promises'
import { signIn as signInToApi } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { DANA } from '../pages/arrange.ts'
import { chooseFiles } from '../pages/attach.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** As saved by Excel in Western Europe: semicolons, and Windows-1252. */
const EXCEL = Buffer.from(
  'Vorname;Nachname;Firma;Handy;E-Mail;Kategorien\r\n' +
    'Zoë;Tauber;Größ & Co;(202) 555-0961;zoe.tauber@example.com;Neu, Köln\r\n' +
    'Max;Tauber;;202-555-0962;;\r\nOhne;Tauber;;;;\r\n',
  'latin1',
)

/** Deletes the contacts of these tests. */
test.afterEach(async () => {
  const dana = await signInToApi(appUrl(), DANA)
  for (const { id } of await dana.get('contacts.search', { body: { term: 'Tauber' } }))
    await dana.get('contacts.delete', { params: { contactId: id } })
})

test('a file fills cards with a statement about consent, its report is downloaded, and its Undo leaves alone what someone changed', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
  await page.goto(`${appUrl()}/contacts`)
  const contacts = contactsPage(page)
  const open = async () => {
    await contacts.main.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import contacts' })
    const file = { name: 'Kontakte.csv', mimeType: 'text/csv', buffer: EXCEL }
    await chooseFiles(page, () => dialog.getByRole('button', { name: 'Choose a file' }).click(), file)
    return dialog
  }
  const dialog = await open()
  await expect(dialog.getByRole('combobox', { name: 'What “Handy” holds' })).toHaveValue('phones')
  await expect(dialog.getByRole('combobox', { name: 'Encoding' })).toHaveValue('windows-1252')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog).toContainText('3 rows: 2 new · 1 can’t be imported')
  await expectAccessible({ page, frame: page })
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('radio', { name: 'They have agreed to be texted' }).check()
  await dialog.getByRole('checkbox', { name: 'Front desk' }).check()
  await dialog.getByRole('textbox', { name: 'Your statement' }).fill('They signed our form of consent.')
  await dialog.getByRole('checkbox', { name: 'state this and can show it' }).check()
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(dialog.getByText('Import finished.')).toBeVisible()
  await expect(dialog.getByText('Consent was recorded for 2 phones.')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download report' }).click()
  const report = await readFile(await (await download).path(), 'utf8')
  expect(report).toContain('"2","New","Zoë Tauber"')
  expect(report).toContain('"4","Can’t import"')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await contacts.search.fill('Tauber')
  await expect(contacts.names).toHaveText(['Max Tauber', 'Zoë Tauber'])
  await expect(contacts.row('Zoë Tauber')).toContainText('Größ & Co')
  await contacts.name('Zoë Tauber').click()
  await expect(contacts.pane).toContainText('zoe.tauber@example.com')
  await expect(contacts.pane).toContainText(/Agreed on .*, with an import/)
  await contacts.pane.getByRole('button', { name: 'Edit' }).click()
  await contacts.pane.getByRole('textbox', { name: 'Remarks' }).fill('Prefers mornings.')
  await contacts.pane.getByRole('button', { name: 'Save' }).click()
  await expect(contacts.pane.getByRole('definition').getByText('Prefers mornings.')).toBeVisible()
  await contacts.closePane.click()

  // The same file again has nothing new.
  const again = await open()
  await expect(again).toContainText('These columns are set as in the last import of such a file.')
  await again.getByRole('button', { name: 'Next' }).click()
  await expect(again).toContainText('2 skipped')
  await page.keyboard.press('Escape')

  const other = await openBrowser()
  await signIn(other, 'Dana Cole')
  await other.goto(`${appUrl()}/contacts`)
  await contactsPage(other).main.getByRole('button', { name: 'Import' }).click()
  await other.getByRole('button', { name: 'Earlier imports' }).click()
  const imports = other.getByRole('dialog', { name: 'Imports' })
  await imports.getByRole('button', { name: 'Undo Kontakte.csv' }).first().click()
  await other.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo' }).click()
  await expect(imports).toContainText('Undone, except for 1 contact')
  // The list of the first window follows.
  await expect(contacts.names).toHaveText(['Zoë Tauber'])
})
