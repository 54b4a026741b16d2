import { arrangeNotes, arrangeTexts } from '../pages/arrange.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a draft and its quoted message are restored after a reload', async ({ openBrowser }) => {
  const { id: chatId } = await arrangeNotes('Half written')
  await arrangeTexts(chatId, ['Who is in on Monday?'])
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Half written')
  await app.message('Who is in on Monday?').hover()
  await app.message('Who is in on Monday?').getByRole('button', { name: 'Reply' }).click()
  await app.text.fill('I am, from')
  await page.reload()
  await expect(app.text).toHaveValue('I am, from')
  await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible()
  await app.text.press('End')
  await app.text.pressSequentially(' nine.')
  await app.text.press('Enter')
  await expect(app.newest).toContainText('Who is in on Monday?')
  await expect(app.newest).toContainText('I am, from nine.')
  await expect(app.text).toHaveValue('')
})
