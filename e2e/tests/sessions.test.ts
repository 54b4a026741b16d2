import type { Page } from '@playwright/test'
import { signIn as signInByApi } from '@partyline/driver'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl } from '../pages/addresses.ts'
import { DANA } from '../pages/arrange.ts'
import { forgive } from '../pages/complaints.ts'
import { hold } from '../pages/network.ts'
import { newMessage } from '../pages/new-chat.ts'
import { signIn } from '../pages/sign-in.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

/** The browser reports requests that are refused because the session has ended. */
const REFUSED = /status of 40[13]|realtime connection failed/

const CHAT = 'Priya Shah'
/** The first message of a hub connection. */
const HUB = /\/chathub\/negotiate/

/** Opens the chat, and returns a check that the page has left it and keeps nothing of it. */
async function openChat(page: Page, name: string) {
  const app = await signIn(page, name)
  await app.open(CHAT)
  return {
    app,
    expectGone: async () => {
      await expect(page).toHaveURL(/\/auth\/signin/)
      await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible()
      await expect(page).toHaveTitle(/^Sign in/)
      await expect(page.getByText(CHAT)).toHaveCount(0)
      await page.goBack()
      await expect(page).toHaveURL(/\/auth\/signin/)
      await expect(page.getByText(CHAT)).toHaveCount(0)
    },
  }
}

async function setDisabled(name: string, disabled: boolean) {
  const dana = await signInByApi(appUrl(), DANA)
  const person = (await dana.get('users.list')).find((user) => user.name === name)
  if (!person) throw new Error(`${name} is not a user of the demo.`)
  const { id: userId, role } = person
  await dana.call('settings.updateUser', { params: { userId }, body: { name, role, disabled } })
}

test('a disabled colleague loses open chats, in Teams too', async ({ openBrowser, complaints }) => {
  const page = await openBrowser()
  const { expectGone } = await openChat(page, 'Omar Haddad')
  const inTeams = await openTeams(await openBrowser(), { person: 'omar@lakeside.example' })
  await inTeams.app.open(CHAT)
  try {
    await setDisabled('Omar Haddad', true)
    await expectGone()
    await expect(inTeams.signIn).toBeVisible()
    await expect(inTeams.notice).toContainText('administrator')
    await expect(inTeams.frame.getByText(CHAT)).toHaveCount(0)
    forgive(complaints, REFUSED)
  } finally {
    await setDisabled('Omar Haddad', false)
  }
  // After being enabled again, everything is back.
  const app = await signIn(page, 'Omar Haddad')
  await app.open(CHAT)
})

test('without a hub connection, a refused request or the focus of the window closes the chats of a disabled colleague', async ({
  openBrowser,
  complaints,
}) => {
  const [one, other] = [await openBrowser(), await openBrowser()]
  const pages = [one, other]
  for (const page of pages) await hold(page, HUB)
  const { app, expectGone } = await openChat(one, 'Omar Haddad')
  const { expectGone: expectOtherGone } = await openChat(other, 'Omar Haddad')
  try {
    await setDisabled('Omar Haddad', true)
    await app.chat('Greta Lindqvist').click()
    await expectGone()
    await other.evaluate("window.dispatchEvent(new Event('focus'))")
    await expectOtherGone()
    // Before the hub's response is released.
    for (const page of pages) await page.close()
    forgive(complaints, REFUSED)
  } finally {
    await setDisabled('Omar Haddad', false)
  }
})

test('ending a session in another window closes everything there, including an open modal', async ({
  openBrowser,
  complaints,
}) => {
  const here = await openBrowser()
  const there = await openBrowser({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' })
  const app = await signIn(here, 'Mei Tanaka')
  const { app: other, expectGone } = await openChat(there, 'Mei Tanaka')
  await other.text.press('Alt+n')
  await newMessage(there).moreOptions.click()
  await expect(other.dialog('Create New Chat')).toBeVisible()

  await app.account.click()
  await here.getByRole('menuitem', { name: 'Active sessions' }).click()
  const dialog = app.dialog('Active sessions')
  await expect(dialog.getByText('This browser')).toHaveCount(1)
  expect(await faultsOf(here)).toEqual([])
  await dialog.getByRole('button', { name: /^Sign out: .*iPhone/ }).click()
  await expectGone()
  await expect(other.dialog('Create New Chat')).toHaveCount(0)
  await expect(dialog.getByText('This browser')).toHaveCount(1)

  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(here).toHaveURL(/\/auth\/signin/)
  forgive(complaints, REFUSED)
})
