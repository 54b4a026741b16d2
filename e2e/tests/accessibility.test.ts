import { faultsOf } from '../pages/accessibility.ts'
import { appUrl } from '../pages/addresses.ts'
import { colorOf } from '../pages/colors.ts'
import { openPhones } from '../pages/phones-page.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { signIn } from '../pages/sign-in.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

/** Reduced motion, so that nothing is semitransparent during checks. */
const STILL = { reducedMotion: 'reduce' } as const

test('Microsoft’s sign-in and the phones are accessible in both of their themes', async ({ openBrowser }) => {
  const page = await openBrowser(STILL)
  await page.goto(`${appUrl()}/auth/error?error=AccessDenied`)
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('heading', { name: 'Pick an account' }).waitFor()
  await expectAccessibleInBoth()
  await page.getByRole('link', { name: 'Dana Cole' }).click()
  await page.getByRole('heading', { name: 'Chats' }).waitFor()
  await openPhones(page)
  await page.getByRole('button', { name: 'Add a phone' }).click()
  await expectAccessibleInBoth()

  async function expectAccessibleInBoth() {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await faultsOf(page), colorScheme).toEqual([])
    }
  }
})

test('the app in the Teams window is accessible, and a contact has the color of their phone', async ({
  openBrowser,
}) => {
  const page = await openBrowser(STILL)
  await signIn(page, 'Dana Cole')
  const { app, frame } = await openTeams(page)
  await app.open('Rivera family')
  await expectAccessible({ page, frame })
  const initials = app.message('Thursday please').getByText('MR', { exact: true })
  const inApp = await colorOf(initials, 'backgroundColor')
  await openPhones(page)
  const onPhone = page.getByRole('article', { name: 'Marta Rivera’s phone' }).getByText('MR', { exact: true })
  expect(await colorOf(onPhone, 'backgroundColor')).toBe(inApp)
})
