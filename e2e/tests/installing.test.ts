import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a browser offers to install the app', async ({ openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
  const browser = await page.context().newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Private windows never offer it.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { data = '' } = await browser.send('Page.getAppManifest')
  expect(JSON.parse(data)).toMatchObject({ name: 'Partyline', start_url: '/', display: 'standalone' })
})
