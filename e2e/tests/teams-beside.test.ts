import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, freshDatabase } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { startDemoProcess } from '../demo-process.ts'
import type { DemoProcess } from '../demo-process.ts'
import { openHttpsDoor } from '../https-door.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

const LIMIT_MS = 180_000
const IN_FRAME = '__Secure-next-auth.session-token.teams'

let demo: DemoProcess
let tidy: () => Promise<void>

// TeamsJS opens a window beside for an address of https alone: a demo of its own, as in production.
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

/** Opens Teams where it may not vouch for anybody, and has the app open its window beside. */
async function openBeside(page: Page) {
  const teams = await openTeams(page, { sso: 'refused' }, demo.sandboxUrl)
  const press = async () => {
    const opening = page.waitForEvent('popup')
    await teams.signIn.click()
    return opening
  }
  return { ...teams, press, beside: await press() }
}

const sessionInFrame = async (page: Page) =>
  (await page.context().cookies(demo.appUrl)).find(({ name }) => name === IN_FRAME)

test('who signs in beside Teams is signed in inside Teams, and stays so', async ({ openBrowser }) => {
  const page = await openBrowser({ ignoreHTTPSErrors: true })
  const { app, beside, signIn } = await openBeside(page)
  await beside.getByRole('link', { name: 'Dana Cole' }).click()
  await expect(app.chat('Rivera family')).toBeVisible()
  await expect.poll(() => beside.isClosed()).toBe(true)
  expect(await sessionInFrame(page)).toMatchObject({ secure: true, httpOnly: true, sameSite: 'None' })

  await page.reload()
  await expect(app.chat('Rivera family')).toBeVisible()
  await expect(signIn).toBeHidden()
})

test('who closes the window beside Teams is told so, and can try again', async ({ openBrowser }) => {
  const page = await openBrowser({ ignoreHTTPSErrors: true })
  const { app, beside, press, notice } = await openBeside(page)
  await beside.getByRole('link', { name: 'Omar Haddad' }).waitFor()
  await beside.close()
  await expect(notice).toContainText('could not be opened, or it was closed')
  expect(await sessionInFrame(page)).toBeUndefined()

  const again = await press()
  await again.getByRole('link', { name: 'Omar Haddad' }).click()
  await expect(app.chat('Priya Shah')).toBeVisible()
})

test('who changes their mind in the window beside Teams, or is not let in, comes in as somebody else', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ ignoreHTTPSErrors: true })
  const { app, beside } = await openBeside(page)
  await beside.getByRole('link', { name: 'Cancel' }).click()
  await beside.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await beside.getByRole('link', { name: 'Ruth Alvarez' }).click()
  await expect(beside.getByRole('alert')).toContainText('You do not have access yet')
  expect(await sessionInFrame(page)).toBeUndefined()

  await beside.getByRole('button', { name: 'Back to sign-in' }).click()
  await beside.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await beside.getByRole('link', { name: 'Omar Haddad' }).click()
  await expect(app.chat('Priya Shah')).toBeVisible()
})

test('the window beside Teams asks at Microsoft even where a browser is signed in already', async ({ openBrowser }) => {
  const page = await openBrowser({ ignoreHTTPSErrors: true })
  await page.goto(demo.appUrl)
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('link', { name: 'Dana Cole' }).click()
  await page.getByRole('heading', { name: 'Chats' }).waitFor()

  const { app, beside } = await openBeside(page)
  await beside.getByRole('link', { name: 'Omar Haddad' }).click()
  await expect(app.chat('Priya Shah')).toBeVisible()
})
