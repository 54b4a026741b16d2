import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, freshDatabase } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { startDemoProcess } from '../demo-process.ts'
import type { DemoProcess } from '../demo-process.ts'
import { openHttpsDoor } from '../https-door.ts'
import { faultsOf } from '../pages/accessibility.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

const LIMIT_MS = 180_000
const IN_FRAME = '__Secure-next-auth.session-token.teams'

let demo: DemoProcess
let tidy: () => Promise<void>

// TeamsJS opens windows only for https, so this needs a separate demo, like in production.
test.beforeAll(async () => {
  test.setTimeout(LIMIT_MS)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-beside-'))
  const database = await freshDatabase()
  const ports = { app: await freePort(), sandbox: await freePort() }
  const door = await openHttpsDoor(ports.app, dataDir)
  demo = await startDemoProcess({ ports, dataDir, databaseUrl: database.url, https: door })
  tidy = async () => {
    await demo.end('SIGTERM')
    door.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
test.afterAll(() => tidy())

const RUTH = 'ruth@lakeside.example'

/** Opens Teams without single sign-on, and makes the app open its sign-in window. */
async function openBeside(page: Page, person = 'dana@lakeside.example') {
  const teams = await openTeams(page, { sso: 'refused', person }, demo.sandboxUrl)
  await expect(teams.notice).toContainText('until an administrator of your organization has consented')
  const press = async () => {
    const opening = page.waitForEvent('popup')
    await teams.signIn.click()
    return opening
  }
  return { ...teams, press, beside: await press() }
}

const sessionInFrame = async (page: Page) =>
  (await page.context().cookies(demo.appUrl)).find(({ name }) => name === IN_FRAME)

test('without single sign-on, the Teams user is signed in through the window without a prompt, and stays signed in', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ ignoreHTTPSErrors: true })
  const { app, beside, signIn } = await openBeside(page)
  await expect(app.chat('Rivera family')).toBeVisible()
  await expect.poll(() => beside.isClosed()).toBe(true)
  expect(await sessionInFrame(page)).toMatchObject({ secure: true, httpOnly: true, sameSite: 'None' })

  await page.reload()
  await expect(app.chat('Rivera family')).toBeVisible()
  await expect(signIn).toBeHidden()
})

test('after being refused, canceling, or closing the window, another user can sign in', async ({ openBrowser }) => {
  const page = await openBrowser({ ignoreHTTPSErrors: true })
  const { app, beside, press, notice } = await openBeside(page, RUTH)
  await expect(beside.getByRole('alert')).toContainText('You don’t have access yet')
  expect(await sessionInFrame(page)).toBeUndefined()
  await beside.getByRole('button', { name: 'Back to sign-in' }).click()
  await beside.close()
  await expect(notice).toContainText('couldn’t be opened, or was closed')
  expect(await faultsOf(page)).toEqual([])
  expect(await sessionInFrame(page)).toBeUndefined()

  const again = await press()
  await again.getByRole('button', { name: 'Back to sign-in' }).click()
  await again.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await again.getByRole('link', { name: 'Cancel' }).click()
  await again.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await again.getByRole('link', { name: 'Omar Haddad' }).click()
  await expect(app.chat('Priya Shah')).toBeVisible()
})

test('the window signs in at Microsoft even if the browser is already signed in', async ({ openBrowser }) => {
  const page = await openBrowser({ ignoreHTTPSErrors: true })
  await page.goto(demo.appUrl)
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('link', { name: 'Dana Cole' }).click()
  await page.getByRole('heading', { name: 'Chats' }).waitFor()

  const { app } = await openBeside(page, 'omar@lakeside.example')
  await expect(app.chat('Priya Shah')).toBeVisible()
  await expect(app.chat('Henry Okafor')).toBeHidden()
})

/** Opens the settings inside Teams for an Admin of an organization without consent, and presses the button. */
async function openConsent(page: Page) {
  const choices = { person: 'priya@northgate.example', subPageId: 'admin' }
  const { frame } = await openTeams(page, choices, demo.sandboxUrl)
  const opening = page.waitForEvent('popup')
  await frame.getByRole('button', { name: 'Consent', exact: true }).click()
  return { frame, beside: await opening }
}

test('consent inside Teams uses a separate window, also when it is refused there', async ({ openBrowser }) => {
  const page = await openBrowser({ ignoreHTTPSErrors: true })
  const refused = await openConsent(page)
  await refused.beside.getByRole('radio', { name: 'Northgate Property' }).check()
  await refused.beside.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => refused.beside.isClosed()).toBe(true)
  await expect(refused.frame.getByText('Your directory has not consented yet.')).toBeVisible()

  const { frame, beside } = await openConsent(page)
  await beside.getByRole('radio', { name: 'Northgate Property' }).check()
  await beside.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => beside.isClosed()).toBe(true)
  await expect(frame.getByText('Your directory has consented')).toBeVisible()
})
