import { faultsOf } from '../pages/accessibility.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { moveTo } from '../pages/keyboard.ts'
import { lose } from '../pages/network.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('an emoji is found and inserted at the caret by keyboard, also without a connection', async ({ openBrowser }) => {
  await arrangeChat({ name: 'Emma Oji', contact: { name: 'Emma Oji', number: '+12025553120' } })
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Emma Oji')
  await app.text.fill('Well  done!')
  // Everything that is loaded later has arrived.
  await page.waitForLoadState('networkidle')
  await lose(page, /\/assets\//)

  await app.text.press('Home')
  for (let step = 0; step < 5; step += 1) await app.text.press('ArrowRight')
  await moveTo(page, page.getByRole('button', { name: 'Emoji' }))
  await page.keyboard.press('Enter')
  const search = page.getByRole('searchbox', { name: 'Search emoji' })
  await expect(search).toBeFocused()
  await search.fill('no such thing')
  await expect(page.getByText('No emoji found for “no such thing”.')).toBeVisible()
  await search.fill('party popper')
  await expect(page.getByRole('gridcell', { name: 'Party popper' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(app.text).toBeFocused()
  await expect(app.text).toHaveValue('Well 🎉 done!')
  await page.keyboard.type('🎈')
  await expect(app.text).toHaveValue('Well 🎉🎈 done!')

  await page.getByRole('button', { name: 'Emoji' }).click()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(app.text).toBeFocused()
})
