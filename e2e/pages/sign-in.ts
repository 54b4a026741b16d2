import type { Page } from '@playwright/test'
import { appUrl, sandboxUrl } from './addresses.ts'
import { chatsPage } from './chats-page.ts'
import type { ChatsPage } from './chats-page.ts'

/** Presses the button of the sign-in page and chooses a person at Microsoft. */
export async function pickAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('link', { name }).click()
}

/** Signs somebody in and opens the app, up to their chat list. */
export async function signIn(page: Page, name: string, address = appUrl()): Promise<ChatsPage> {
  await takeSession(page, name)
  await page.goto(address)
  await page.getByRole('heading', { name: 'Chats' }).waitFor()
  return chatsPage(page)
}

/** Gives the browser the cookies of a sign-in, which goes its whole way without a page being drawn. */
export async function takeSession(page: Page, name: string): Promise<void> {
  const { request } = page.context()
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
