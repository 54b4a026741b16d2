import type { Page } from '@playwright/test'
import { sandboxUrl } from './addresses.ts'
import { chatsPage } from './chats-page.ts'

/** The address from which TeamsJS loads additional trusted hosts. */
const TRUSTED_HOSTS = 'https://res.cdn.office.net/teams-js/validDomains/json/validDomains.json'

/** Opens the sandbox's Teams window and waits until the app in it is ready. */
export async function openTeams(page: Page, choices: Record<string, string> = {}, sandbox = sandboxUrl()) {
  // Tests make no requests to the internet.
  await page
    .context()
    .route(TRUSTED_HOSTS, (route) => route.fulfill({ json: { validOrigins: ['teams.microsoft.com'] } }))
  await page.goto(`${sandbox}/teams?${new URLSearchParams(choices).toString()}`)
  await page.getByRole('status').getByText('Ready').waitFor()
  const frame = page.frameLocator('#app')
  return {
    frame,
    app: chatsPage(frame),
    theme: page.getByRole('combobox', { name: 'Theme' }),
    person: page.getByRole('combobox', { name: 'Person' }),
    signIn: frame.getByRole('button', { name: 'Sign in with Microsoft' }),
    notice: frame.getByRole('alert'),
    /** The document of the app. */
    root: frame.locator('html'),
    addressOfApp: () =>
      page
        .frames()
        .find((one) => one.parentFrame() !== null)
        ?.url() ?? '',
  }
}
