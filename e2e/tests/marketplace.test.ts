import { faultsOf } from '../pages/accessibility.ts'
import { sandboxUrl } from '../pages/addresses.ts'
import { expect, test } from '../test.ts'

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${sandboxUrl()}/sandbox/marketplace/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}

test('a buyer activates the subscription, continues to the sign-in, and later sees that it has ended', async ({
  openBrowser,
}) => {
  const { landingPage, subscription } = await post<{ landingPage: string; subscription: { id: string } }>('purchases', {
    directory: 'westhaven.example',
  })
  const page = await openBrowser()
  await page.goto(landingPage)
  await expect(page.getByRole('heading', { name: 'Activate your subscription' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Activate subscription' }).click()
  await expect(page.getByRole('heading', { name: 'Your subscription is active' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await expect(page).toHaveURL(/\/auth\/signin/)

  await post(`subscriptions/${subscription.id}/operations`, { action: 'Unsubscribe' })
  await page.goto(landingPage)
  await expect(page.getByRole('heading', { name: 'Your subscription has ended' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})
