import { arrangeChat } from '../pages/arrange.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test.use({ newBrowsers: true })

test('typing does not wait for the character count', async ({ openBrowser }) => {
  const name = 'Cora Counter'
  await arrangeChat({ name, contact: { name, number: '+12025553195' } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open(name)
  await app.text.fill('a')
  const count = page.getByText(/^1 character\b/).first()
  await expect(count).toBeVisible()
  // No more frames are drawn.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await app.text.pressSequentially('b')
  await expect(app.text).toHaveValue('ab')
  await expect(count).toBeVisible()
  await page.clock.runFor(100)
  await expect(page.getByText(/^2 characters\b/).first()).toBeVisible()
})

test('in forced colors, the focused field is recognizable', async ({ openBrowser }) => {
  const page = await openBrowser({ forcedColors: 'active' })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Priya Shah')
  const field = app.text.locator('xpath=..')
  await app.text.focus()
  await expect(field).toHaveCSS('outline-style', 'solid')
  await app.search.focus()
  await expect(field).toHaveCSS('outline-style', 'none')
})
