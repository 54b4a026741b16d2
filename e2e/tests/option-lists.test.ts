import type { FrameLocator, Page } from '@playwright/test'
import { SURFACES } from '../pages/day.ts'
import { openDesk } from '../pages/desk.ts'
import { expectHit } from '../pages/hit-test.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const DANA = { name: 'Dana Cole', login: 'dana@lakeside.example' }

/** Maximum heights of a list on a page and in a modal, in pixels. */
const MAX_HEIGHT = { page: 160, modal: 120 }
const BORDERS = 2

const CONTACTS = {
  name: 'contacts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Who,Phone\nAnn Lee,(202) 555-0709\nBob Ray,12\n'),
}

type Place = { page: Page; frame: Page | FrameLocator }

/** Expects the list not to exceed its height, to open below or above its field, and clicks to hit their option. */
async function expectList({ page, frame }: Place, name: string, where: keyof typeof MAX_HEIGHT, atLeast: number) {
  // The page behind a modal may have a field of the same name.
  const within = where === 'modal' ? frame.getByRole('dialog') : frame
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

for (const [where, surface] of Object.entries(SURFACES)) {
  test(`${where} option lists do not exceed their height, and a click on any option hits it`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser(surface.options)
    const { app, frame } = await openDesk(page, surface, DANA)
    const place = { page, frame }
    const dialog = frame.getByRole('dialog')
    const goTo = (section: string) => frame.getByRole('link', { name: section, exact: true }).click()
    const leaveModal = async () => {
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
    }

    await newChat(frame).open()
    await newChat(frame).dialog.waitFor()
    await expectList(place, 'Number', 'modal', 2)
    await expectList(place, 'Members', 'modal', 5)
    await leaveModal()
    await page.keyboard.press('Escape')
    await expect(newMessage(frame).view).toBeHidden()

    if (surface.inTeams) await app.list.getByRole('button', { name: 'More', exact: true }).click()
    else await app.account.click()
    await frame.getByRole('menuitem', { name: 'Administration' }).click()
    await expectList(place, 'Default country', 'page', 5)

    await goTo('People')
    await frame.getByRole('button', { name: 'Add user' }).click()
    await frame.getByRole('combobox', { name: 'Name' }).pressSequentially('a')
    await expectHit(frame.getByRole('option'), 1)
    await page.keyboard.press('Escape')
    await expectList(place, 'Role', 'modal', 2)
    await leaveModal()

    await goTo('Contacts')
    await expectList(place, 'Show', 'page', 3)
    await frame.getByRole('button', { name: 'Import' }).click()
    await dialog.getByLabel('File', { exact: true }).setInputFiles(CONTACTS)
    for (const column of ['Columns with the numbers', 'Columns with the names']) {
      await expectList(place, column, 'modal', 2)
    }
    await expectList(place, 'Show', 'modal', 2)
    await leaveModal()

    await goTo('Log')
    await expectList(place, 'What', 'page', 10)
  })
}

test('dates are in the language of the app, regardless of the browser’s language', async ({ openBrowser }) => {
  const page = await openBrowser({ locale: 'de-DE' })
  const app = await signIn(page, 'Dana Cole')
  const time = app.chats.first().getByRole('time')
  await expect(time).toHaveAttribute(
    'title',
    /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+, \d{4} at \d+:\d\d.[AP]M$/,
  )
})
