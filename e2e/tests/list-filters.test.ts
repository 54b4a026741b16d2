import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, viewAll } from '../pages/arrange.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const NOAH = { name: 'Noah Filter', number: '+12025557101' }

test('filters combine, show their counts, and live in the address and in this browser', async ({ openBrowser }) => {
  await viewAll()
  await arrangeChat({ name: NOAH.name, contact: NOAH })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await textFrom(NOAH.number, 'Is it ready?')
  await expect(app.chat(NOAH.name)).toContainText('Is it ready?')

  await app.filter.click()
  const menu = page.getByRole('menu')
  const unread = menu.getByRole('menuitemcheckbox', { name: 'Unread' })
  await expect(unread).toContainText('1 chat')
  await unread.click()
  await expect(app.list.getByRole('listitem').filter({ hasText: 'Filter' })).toHaveCount(1)
  await expect(page).toHaveURL(/\?filter=unread$/)
  await menu.getByRole('menuitemcheckbox', { name: 'Assigned to me' }).click()
  await expect(page).toHaveURL(/\?filter=unread,assignedToMe$/)
  await page.keyboard.press('Escape')
  await expect(app.list.getByText('No chats match')).toBeVisible()
  await app.list.getByRole('button', { name: 'Remove filter: Assigned to me' }).click()
  await expect(app.filter).toBeFocused()

  // A chat that is read stays until it is closed.
  await app.open(NOAH.name)
  await expect(page).toHaveURL(/chat=.+&filter=unread$/)
  await expect(app.chat(NOAH.name)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/\?filter=unread$/)
  await expect(app.list.getByText('You’re all caught up')).toBeVisible()

  await page.goto(appUrl())
  await expect(app.list.getByText('You’re all caught up')).toBeVisible()
  await expect(page).toHaveURL(/\?filter=unread$/)
  await app.list.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(app.chat(NOAH.name)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})
