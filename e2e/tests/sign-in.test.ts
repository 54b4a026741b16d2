import { appUrl, chatUrl } from '../pages/addresses.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { pickAccount, signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a link to a chat opens that chat after the sign-in, also if it is canceled at Microsoft first', async ({
  openBrowser,
}) => {
  const chat = await arrangeChat({ name: 'Deep link', contact: { name: 'Dee Link', number: '+12025553150' } })
  const page = await openBrowser()
  await page.goto(chatUrl(chat.id))
  await expect(page).toHaveURL(/\/auth\/signin/)
  await expect(page.getByText('Please sign in to access this page.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(new RegExp(`^${appUrl()}/auth/signin`))
  await pickAccount(page, 'Dana Cole')
  await expect(chatsPage(page).title).toHaveText('Deep link')
  await expect(page).toHaveURL(chatUrl(chat.id))
})

test('a sign-out in one tab signs the others out, and the next user sees only their own chats', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await expect(app.chat('Henry Okafor')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(appUrl())
  await expect(chatsPage(other).list).toBeVisible()
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/auth\/signin/)
  await pickAccount(page, 'Omar Haddad')
  await expect(app.chat('Priya Shah')).toBeVisible()
  await expect(app.chat('Henry Okafor')).toBeHidden()
})
