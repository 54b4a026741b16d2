import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FrameLocator, Page } from '@playwright/test'
import { fastify } from 'fastify'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DIRECTORIES } from '../directories/index.ts'
import { APP_CLIENT_ID, type EntraEvent, entraPlugin, loadSigningKey } from '../entra/index.ts'
import { createMemoryJournal } from '../journal/index.ts'
import { outsideThrough, type Outside } from '../outside/index.ts'
import { accessibilityViolations } from '../tests/accessibility.ts'
import { openBrowser, type TestBrowser } from '../tests/browser.ts'
import { createActivityFeeds, TEAMS_APP, teamsPlugin } from './index.ts'
import type { ActivityFeeds } from './index.ts'

const app = fastify()
const sandbox = fastify()
const [LAKESIDE] = DIRECTORIES
let sandboxUrl: string
let outside: Outside
let feeds: ActivityFeeds
let browser: TestBrowser

/** A minimal tab: the unmodified TeamsJS, which writes what it receives into the page. */
const TAB = (origins: string[]) => `<!doctype html><html lang="en"><title>Tab</title>
<script src="/teams-app/teams-js"></script>
<output id="context"></output><output id="theme"></output><output id="token"></output><output id="link"></output>
<script type="module">
  const { app, authentication, pages } = microsoftTeams
  const say = (id, text) => { document.getElementById(id).textContent = text }
  await app.initialize(${JSON.stringify(origins)})
  app.registerOnThemeChangeHandler((theme) => say('theme', theme))
  app.notifyAppLoaded()
  const context = await app.getContext()
  say('theme', context.app.theme)
  say('context', JSON.stringify({ user: context.user, page: context.page, host: context.app.host.name, app: context.app.appId }))
  say('token', await authentication.getAuthToken().catch((error) => error.message))
  await app.openLink('https://example.com/elsewhere').then(() => say('link', 'opened'), (error) => say('link', error.message))
  app.notifySuccess()
  window.share = () => pages.shareDeepLink({ subPageId: 'chat:7', subPageLabel: 'Chat with Ann' })
  window.jump = (appId) => app.openLink('https://teams.microsoft.com/l/entity/' + appId + '/messages?context=' + encodeURIComponent('{"subEntityId":"chat:9"}'))
</script></html>`

beforeAll(async () => {
  const memory = createMemoryJournal()
  const signingKey = await loadSigningKey(memory.section('key'))
  const journal = memory.section<EntraEvent>('entra')
  const teamsJs = await readFile(fileURLToPath(import.meta.resolve('@microsoft/teams-js')), 'utf8')
  app.get('/teams-app/teams-js', (_request, reply) => reply.type('text/javascript').send(teamsJs))
  app.get('/teams-app/', (_request, reply) => reply.type('text/html').send(TAB([sandboxUrl])))
  const appUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  feeds = createActivityFeeds({
    app: TEAMS_APP,
    directories: DIRECTORIES,
    journal: memory.section('feeds'),
    now: Date.now,
  })
  await sandbox.register(teamsPlugin, { directories: DIRECTORIES, appUrl, signingKey, feeds })
  await sandbox.register(entraPlugin, { directories: DIRECTORIES, appUrl, signingKey, journal })
  sandboxUrl = await sandbox.listen({ port: 0, host: '127.0.0.1' })
  outside = outsideThrough(sandboxUrl)

  browser = await openBrowser()
  // TeamsJS requests its trusted hosts from a CDN; without it, it uses its built-in list.
  await browser.context.route(/^https:/, (route) => route.abort())
})
afterEach(async () => {
  for (const page of browser.context.pages().slice(1)) await page.close()
})
afterAll(async () => {
  await browser.close()
  await app.close()
  await sandbox.close()
})

/** Opens the window and waits until its app is ready. */
async function openWindow(query = ''): Promise<{ page: Page; tab: FrameLocator }> {
  const page = await browser.context.newPage()
  await page.goto(`${sandboxUrl}/teams${query}`)
  await page.getByRole('status').getByText('Ready').waitFor()
  return { page, tab: page.frameLocator('#app') }
}

async function textOf(tab: FrameLocator, id: string): Promise<string> {
  return (await tab.locator(`#${id}`).textContent()) ?? ''
}

test('unmodified TeamsJS starts in the window and reads the context', async () => {
  const { tab } = await openWindow('?person=omar@lakeside.example&subPageId=chat:3')
  expect(JSON.parse(await textOf(tab, 'context'))).toMatchObject({
    host: 'Teams',
    app: { appIdAsString: APP_CLIENT_ID },
    user: {
      id: LAKESIDE?.people[1]?.id,
      loginHint: 'omar@lakeside.example',
      userPrincipalName: 'omar@lakeside.example',
      tenant: { id: LAKESIDE?.tenantId },
    },
    page: { id: 'messages', subPageId: 'chat:3', frameContext: 'content' },
  })
})

test('a change of theme reaches the app and the window', async () => {
  const { page, tab } = await openWindow('?theme=dark')
  expect(await textOf(tab, 'theme')).toBe('dark')
  await page.getByLabel('Theme').selectOption('High contrast')
  await tab.locator('#theme').getByText('contrast').waitFor()
  expect(new URL(page.url()).searchParams.get('theme')).toBe('contrast')
})

test('the app can verify the single sign-on token', async () => {
  const { page, tab } = await openWindow()
  const keys = createRemoteJWKSet(new URL('https://login.microsoftonline.com/organizations/discovery/v2.0/keys'), {
    [customFetch]: outside.fetch,
  })
  const { payload } = await jwtVerify(await textOf(tab, 'token'), keys, {
    audience: APP_CLIENT_ID,
    issuer: `https://login.microsoftonline.com/${LAKESIDE?.tenantId}/v2.0`,
  })
  expect(payload).toMatchObject({
    ver: '2.0',
    scp: 'access_as_user',
    azp: '5e3ce6c0-2b1f-4285-8d4b-75ee78787346',
    oid: LAKESIDE?.people[0]?.id,
    tid: LAKESIDE?.tenantId,
    preferred_username: 'dana@lakeside.example',
  })
  await page.getByLabel('Person').selectOption('Mei Tanaka')
  await tab.locator('#context').getByText('mei@lakeside.example').waitFor()
})

test('silent sign-in can be refused like in Teams', async () => {
  const { tab } = await openWindow('?sso=refused')
  expect(await textOf(tab, 'token')).toBe('resourceRequiresConsent')
})

test('a link shared by the app opens the same page', async () => {
  const { page, tab } = await openWindow()
  await tab.locator('body').evaluate(() => (globalThis as unknown as { share(): void }).share())
  const dialog = page.getByRole('dialog', { name: 'Link to share' })
  await dialog.getByText('Chat with Ann').waitFor()
  const link = new URL(await dialog.getByRole('textbox').inputValue())
  const again = await openWindow(link.search)
  expect(JSON.parse(await textOf(again.tab, 'context'))).toMatchObject({ page: { subPageId: 'chat:7' } })
})

test('a Teams link navigates the app, another link opens a new page', async () => {
  const { page, tab } = await openWindow()
  expect(await textOf(tab, 'link')).toBe('opened')
  const jump = (appId: string) =>
    tab.locator('body').evaluate((_, id) => (globalThis as unknown as { jump(appId: string): void }).jump(id), appId)
  await jump('another-app')
  await page.getByRole('status').getByText('Teams can’t find the app of this link.').waitFor()
  await jump(APP_CLIENT_ID)
  await tab.locator('#context').getByText('chat:9').waitFor()
  expect(new URL(page.url()).searchParams.get('subPageId')).toBe('chat:9')
})

const ASSIGNED = {
  activityType: 'assigned',
  text: 'Partyline: a chat was assigned to you',
  preview: 'Open Partyline to answer.',
  topic: 'Messages',
  webUrl: `https://teams.microsoft.com/l/entity/${APP_CLIENT_ID}/messages?context=%7B%22subEntityId%22%3A%22chat%3A5%22%7D`,
  chainId: null,
}

test('the bell counts a person’s unread activities, and a click on one opens its chat', async () => {
  const [dana, omar] = LAKESIDE?.people ?? []
  const { page, tab } = await openWindow('?person=omar@lakeside.example')
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Activity' })
  await panel.getByText('No activity yet').waitFor()
  feeds.send(omar?.id ?? '', { ...ASSIGNED, text: 'Partyline: 2 unread' })
  feeds.send(omar?.id ?? '', ASSIGNED)
  feeds.send(dana?.id ?? '', ASSIGNED)
  await page.getByRole('button', { name: 'Activity, 2 unread' }).waitFor()
  const entries = panel.getByRole('listitem')
  const texts = await entries.allInnerTexts()
  expect(texts[0]).toMatch(/^Partyline: a chat was assigned to you\s.+\sOpen Partyline to answer.\sMessages · unread$/)
  expect(texts[1]).toContain('Partyline: 2 unread')

  await entries.first().getByRole('button').click()
  await tab.locator('#context').getByText('chat:5').waitFor()
  expect(new URL(page.url()).searchParams.get('subPageId')).toBe('chat:5')
  expect(await panel.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Activity, 1 unread' }).click()
  expect(await entries.getByRole('button').evaluateAll((all) => all.map(({ className }) => className))).toEqual([
    'read',
    'unread',
  ])
  await page.getByLabel('Person').selectOption('Mei Tanaka')
  await page.getByRole('button', { name: 'Activity', exact: true }).waitFor()
  await panel.getByText('No activity yet').waitFor({ state: 'attached' })
})

test.each(['default', 'dark', 'contrast'])('the window is accessible in the %s theme', async (theme) => {
  feeds.send(LAKESIDE?.people[0]?.id ?? '', ASSIGNED)
  const { page } = await openWindow(`?theme=${theme}`)
  await page.getByRole('button', { name: /^Activity, \d+ unread$/ }).click()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await accessibilityViolations(page, '#app')).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
})

test('the narrow width is 320 pixels', async () => {
  const { page } = await openWindow('?size=narrow')
  expect((await page.locator('#app').boundingBox())?.width).toBe(320)
})

test('a script gets the same token; an unknown person and a wrong body are refused with an explanation', async () => {
  const post = (payload: unknown) =>
    fetch(`${sandboxUrl}/teams/sso-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
  expect(await (await post({ login: 'dana@lakeside.example' })).json()).toHaveProperty('token')
  expect((await post({ login: 'nobody@lakeside.example' })).status).toBe(404)
  expect((await post({})).status).toBe(400)
})
