import type { Page } from '@playwright/test'
import { appUrl, sandboxUrl } from './addresses.ts'
import { chatsPage } from './chats-page.ts'
import type { ChatsPage } from './chats-page.ts'

/** Presses the sign-in button and picks an account at Microsoft. */
export async function pickAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('link', { name }).click()
}

/** Signs a user in and opens the app with their chat list. */
export async function signIn(page: Page, name: string, address = appUrl()): Promise<ChatsPage> {
  await takeSession(page, name)
  await page.goto(address)
  await page.getByRole('heading', { name: 'Chats' }).waitFor()
  return chatsPage(page)
}

/** Signs in without rendering a page, and adds the cookies to the browser; nothing if the session is there already. */
export async function takeSession(page: Page, name: string): Promise<void> {
  const { request } = page.context()
  const session = (await (await request.get(`${appUrl()}/api/auth/session`)).json()) as { user?: { name: string } }
  if (session.user?.name === name) return
  const { csrfToken } = (await (await request.get(`${appUrl()}/api/auth/csrf`)).json()) as { csrfToken: string }
  const arrived = await request.post(`${appUrl()}/api/auth/signin/azure-ad`, {
    params: { login_hint: await loginOf(name) },
    form: { csrfToken, callbackUrl: appUrl() },
  })
  if (arrived.url() !== `${appUrl()}/`) throw new Error(`${name} was not signed in: the way ended at ${arrived.url()}`)
}

type World = { directories: { people: { name: string; login: string }[] }[] }

async function loginOf(name: string): Promise<string> {
  const world = (await (await fetch(`${sandboxUrl()}/sandbox/world`)).json()) as World
  const person = world.directories.flatMap(({ people }) => people).find((one) => one.name === name)
  if (!person) throw new Error(`The sandbox knows nobody called ${name}.`)
  return person.login
}
