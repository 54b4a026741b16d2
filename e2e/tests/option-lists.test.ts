import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** Pixels, with the border. */
const MAX_HEIGHT = 162

async function expectLow(page: Page, name: string) {
  await page.getByRole('combobox', { name, exact: true }).click()
  const list = page.getByRole('listbox')
  await expect(list).toBeVisible()
  const { height = 0 } = (await list.boundingBox()) ?? {}
  expect(height).toBeGreaterThan(60)
  expect(height).toBeLessThanOrEqual(MAX_HEIGHT)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
}

test('option lists stop at their height instead of filling the window', async ({ openBrowser }) => {
  const page = await openBrowser()
  await openAdmin(page, '/admin')
  await expectLow(page, 'Default country')
  await page.goto(`${appUrl()}/admin/contacts`)
  await expectLow(page, 'Show')
  await page.goto(`${appUrl()}/admin/log`)
  await expectLow(page, 'What')
})

test('dates are in the language of the texts, whatever the browser prefers', async ({ openBrowser }) => {
  const page = await openBrowser({ locale: 'de-DE' })
  const app = await signIn(page, 'Dana Cole')
  const time = app.chats.first().getByRole('time')
  await expect(time).toHaveAttribute(
    'title',
    /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+, \d{4} at \d+:\d\d.[AP]M$/,
  )
})
