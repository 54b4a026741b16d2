import type { ChatListItem } from '@partyline/contract'
import { PACE, routes } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { answer, wholeAnswer } from '../pages/network.ts'
import { countRenders } from '../pages/renders.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { takeSession } from '../pages/sign-in.ts'
import { readWire } from '../pages/wire.ts'
import { expect, test } from '../test.ts'

test.use({ newBrowsers: true })

const VISITORS = Array.from({ length: 16 }, (_, index) => ({
  name: `Visitor ${index + 10}`,
  number: `+120255541${index + 10}`,
}))

test.beforeEach(async () => {
  for (const contact of VISITORS) await arrangeChat({ name: contact.name, contact })
})

/** Opens the list in a browser whose clock the test can move on. */
async function openList(page: Page) {
  await takeSession(page, 'Dana Cole')
  await page.clock.install()
  await page.goto(appUrl())
  const app = chatsPage(page)
  await app.chats.first().waitFor()
  // The first connection asks for everything on screen again.
  await page.waitForLoadState('networkidle')
  return app
}

/** Lets everything happen that an event causes later. */
const letTimePass = (page: Page) => page.clock.runFor(2 * PACE.refreshMaxWaitMs)

test('a text costs at most 2 kB, no request, and one row, in both lists, whether its chat was loaded or not', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const renders = await countRenders(page)
  const hidden = VISITORS.filter((_, index) => index % 2 === 0).map(({ name }) => name)
  await answer(page, 'chats.search', async (route) => {
    const { response, headers, body } = await wholeAnswer<ChatListItem[]>(route)
    const data = body.data.filter(({ name }) => !hidden.includes(name))
    await route.fulfill({ response, headers, json: { ...body, data } })
  })
  const app = await openList(page)
  // Results that are no longer shown cost nothing, either.
  for (const term of ['Visitor', 'Okafor', 'the']) {
    await app.search.fill(term)
    await expect(app.list.getByRole('link').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await app.search.fill('')
  await app.list.getByRole('tab', { name: 'All' }).click()
  await expect(app.chats.filter({ hasText: 'Visitor' }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')

  const wire = await readWire(page)
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`)
  })
  const textOf = (name: string) => `From ${name}, about Okafor and the weather`
  for (const { name, number } of VISITORS) {
    await textFrom(number, textOf(name))
    await expect(app.chats.filter({ hasText: `From ${name}` })).toBeVisible()
  }
  await letTimePass(page)
  expect(requests).toEqual([])
  await app.list.getByRole('tab', { name: 'My' }).click()
  await expect(app.chats.first()).toContainText(`From ${VISITORS.at(-1)?.name}`)
  await letTimePass(page)
  // Counts that are older than half a minute are fetched when their tab opens.
  expect(requests.filter((request) => !request.endsWith(routes['chats.counts'].path))).toEqual([])
  expect(wire.hubBytes()).toBeGreaterThan(0)
  expect(wire.hubBytes() / VISITORS.length).toBeLessThan(2_000)

  // The newest chat is at the top, so that opening it does not scroll the list.
  const [opened, ...others] = VISITORS.toReversed()
  await app.open(opened?.name ?? '')
  await page.waitForLoadState('networkidle')
  await letTimePass(page)
  expect((await renders.take()).components).toBeGreaterThan(60)
  // On a slow machine, content that loads after the chat may still arrive after a quiet moment.
  let quietSeconds = 0
  const quiet = async () => (quietSeconds = (await renders.take()).components === 0 ? quietSeconds + 1 : 0)
  await expect.poll(quiet, { intervals: [1_000], timeout: 30_000 }).toBe(3)
  // Neither the other rows nor the open chat are rendered again.
  for (const [at, { name, number }] of [...others.slice(0, 3), ...others.slice(0, 1)].entries()) {
    await textFrom(number, `Text ${at} of ${name}`)
    await expect(app.chats.filter({ hasText: `Text ${at} of ${name}` })).toBeVisible()
    await letTimePass(page)
    const { commits, components } = await renders.take()
    expect(commits).toBeLessThanOrEqual(3)
    expect(components).toBeLessThanOrEqual(60)
  }
})
