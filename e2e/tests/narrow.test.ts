import type { Page } from '@playwright/test'
import { statusOf } from '../pages/chats-page.ts'
import { newChat } from '../pages/new-chat.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth')

test('at 390 px, one pane is shown at a time: list, chat, and a way back', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE)
  const app = await signIn(page, 'Dana Cole')
  await expect(app.text).toBeHidden()
  await expect.poll(() => widthOf(page)).toBe(390)

  await app.open('Priya Shah')
  await expect(app.list).toBeHidden()
  await expect(app.text).toBeVisible()
  await expect.poll(() => widthOf(page)).toBe(390)

  await app.write('We are open on Friday.')
  await expect(statusOf(app.message('We are open on Friday.'), /^Delivered/)).toBeVisible()
  await app.back.click()
  await expect(app.text).toBeHidden()
  await expect(app.chat('Priya Shah')).toContainText('We are open on Friday.')
})

test('at 390 px, the browser’s Back returns to the list', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE)
  const app = await signIn(page, 'Dana Cole')
  await app.open('Priya Shah')
  await page.goBack()
  await expect(app.list).toBeVisible()
  await expect(app.text).toBeHidden()
})

test('at 390 px, members and a new chat fit', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE)
  const app = await signIn(page, 'Dana Cole')
  const modal = newChat(page)
  await modal.open()
  await modal.chooseNumber('Billing')
  await expect.poll(() => widthOf(page)).toBe(390)
  await expect(modal.save).toBeInViewport({ ratio: 1 })
  await modal.cancel.click()
  await app.back.click()

  await app.open('Rivera family')
  await app.membersButton.click()
  await expect(app.members.getByRole('listitem')).toHaveCount(4)
  await expect.poll(() => widthOf(page)).toBe(390)
  await app.members.getByRole('button', { name: 'Close Members' }).click()
  await expect(app.text).toBeVisible()
})
