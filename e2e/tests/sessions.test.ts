import { faultsOf } from '../pages/accessibility.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a person ends a session elsewhere, and then all', async ({ openBrowser }) => {
  const here = await openBrowser()
  const there = await openBrowser()
  const app = await signIn(here, 'Mei Tanaka')
  await signIn(there, 'Mei Tanaka')
  await app.account.click()
  await here.getByRole('menuitem', { name: 'Where you are signed in' }).click()
  const dialog = app.dialog('Where you are signed in')
  await expect(dialog.getByText('This browser')).toHaveCount(1)
  expect(await faultsOf(here)).toEqual([])
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(here).toHaveURL(/\/auth\/signin/)
})
