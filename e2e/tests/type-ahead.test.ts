import { newChat } from '../pages/new-chat.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test.use({ newBrowsers: true })

test('typing in a list of options selects one, and starts over after 350 ms', async ({ openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
  const modal = newChat(page)
  await modal.open()
  await modal.number.focus()
  const now = Date.now()
  // The clock stands still, so that a slow machine causes no pause.
  await page.clock.setFixedTime(now)
  await page.keyboard.press('b')
  await expect(page.getByRole('option', { name: 'Billing' })).toBeVisible()
  await page.keyboard.press('i')
  const active = async () => {
    const id = await modal.number.getAttribute('aria-activedescendant')
    return id === null ? null : page.locator(`[id="${id}"]`).textContent()
  }
  await expect.poll(active).toContain('Billing')
  await page.clock.setFixedTime(now + 350)
  await page.keyboard.press('f')
  await expect.poll(active).toContain('Front desk')
  await page.keyboard.press('Enter')
  await expect(modal.number).toContainText('Front desk')
  await expect(modal.name).toHaveValue('Front desk')
})
