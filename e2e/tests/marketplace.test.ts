import { faultsOf } from '../pages/accessibility.ts'
import { sandboxUrl } from '../pages/addresses.ts'
import { expect, test } from '../test.ts'

test('who bought in the marketplace activates the subscription and goes on to the sign-in', async ({ openBrowser }) => {
  const bought = await fetch(`${sandboxUrl()}/sandbox/marketplace/purchases`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ directory: 'lakeside.example' }),
  })
  const { landingPage } = (await bought.json()) as { landingPage: string }
  const page = await openBrowser()
  await page.goto(landingPage)
  await expect(page.getByRole('heading', { name: 'Your subscription is active' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Go to the sign-in' }).click()
  await expect(page).toHaveURL(/\/auth\/signin/)
})
