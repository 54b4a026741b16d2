import { appUrl } from '../pages/addresses.ts'
import { arrangeNotes } from '../pages/arrange.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('after a reload, Back goes to the previous page, not to a closed pane', async ({ openBrowser }) => {
  await arrangeNotes('Back and forth')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Back and forth')
  await app.membersButton.click()
  await expect(app.members).toBeVisible()
  await page.reload()
  await expect(app.title).toHaveText('Back and forth')
  await page.goBack()
  await expect(page).toHaveURL(`${appUrl()}/`)
})
