import { expectHit } from '../pages/hit-test.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { openMainMenu, SURFACES } from './surfaces.ts'
import type { Surface } from './surfaces.ts'

for (const [where, surface] of Object.entries(SURFACES)) {
  test.describe(where, () => {
    test.use({ device: surface.device })
    test('Option lists do not exceed their height, and a click on any option hits it', ({ stage }) =>
      lists(stage, surface))
  })
}

/** Maximum heights of a list on a page and in a modal, in pixels. */
const MAX_HEIGHT = { page: 160, modal: 120 }
const BORDERS = 2

const CONTACTS = {
  name: 'contacts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Who,Phone\nAnn Lee,(202) 555-0709\nBob Ray,12\n'),
}

/** Expects the list not to exceed its height, to open below or above its field, and clicks to hit their option. */
async function expectList({ page }: Stage, name: string, where: keyof typeof MAX_HEIGHT, atLeast: number) {
  // The page behind a modal may have a field of the same name.
  const within = where === 'modal' ? page.getByRole('dialog') : page
  await within.getByRole('combobox', { name, exact: true }).click()
  // A list for several choices is a menu.
  const list = within.getByRole('listbox').or(within.getByRole('menu'))
  await expect(list).toBeVisible()
  await expectHit(list.getByRole('option').or(list.getByRole('menuitemcheckbox')), atLeast)
  await expect(async () => {
    const { height = 0 } = (await list.boundingBox()) ?? {}
    expect(height, name).toBeGreaterThan(30)
    expect(height, name).toBeLessThanOrEqual(MAX_HEIGHT[where] + BORDERS)
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
}

async function lists(stage: Stage, surface: Surface) {
  const { page, clinic, come } = stage
  clinic.directory = [{ id: clinic.users[1]!.id, name: 'Ana Ruiz' }]
  const app = await come(surface.address)
  const dialog = page.getByRole('dialog')
  const goTo = (section: string) => page.getByRole('link', { name: section, exact: true }).click()
  const leaveModal = async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }

  await newChat(page).open()
  await newChat(page).dialog.waitFor()
  await expectList(stage, 'Number', 'modal', 2)
  await expectList(stage, 'Members', 'modal', 5)
  await leaveModal()
  // Escape is the view's once it has the focus again.
  await expect(newMessage(page).moreOptions).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(newMessage(page).view).toBeHidden()

  await openMainMenu(app, surface)
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expectList(stage, 'Default country', 'page', 5)

  await goTo('People')
  await page.getByRole('button', { name: 'Add user' }).click()
  await page.getByRole('combobox', { name: 'Name' }).pressSequentially('a')
  await expectHit(page.getByRole('option'), 1)
  await page.keyboard.press('Escape')
  await expectList(stage, 'Role', 'modal', 2)
  await leaveModal()

  await goTo('Contact settings')
  // The fields are above the button.
  await expect(page.getByRole('button', { name: 'Add field' })).toBeVisible()
  await expectList(stage, 'Show', 'page', 3)
  await page.getByRole('button', { name: 'Import' }).click()
  await dialog.getByLabel('File', { exact: true }).setInputFiles(CONTACTS)
  for (const column of ['Columns with the numbers', 'Columns with the names']) {
    await expectList(stage, column, 'modal', 2)
  }
  await expectList(stage, 'Show', 'modal', 2)
  await leaveModal()

  await goTo('Log')
  await expectList(stage, 'What', 'page', 10)
}
