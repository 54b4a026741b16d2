import { appUrl } from '../pages/addresses.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { watchLayoutShifts } from '../pages/layout-shifts.ts'
import { hold } from '../pages/network.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { takeSession } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const CALLERS = Array.from({ length: 14 }, (_, index) => ({
  name: `Caller ${index + 10}`,
  number: `+120255542${index + 10}`,
}))

test.beforeEach(async () => {
  for (const contact of CALLERS) await arrangeChat({ name: contact.name, contact })
})

test('no part of the list jumps while it loads, when texts arrive, and when a chat is opened', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const shifts = await watchLayoutShifts(page)
  await takeSession(page, 'Dana Cole')
  const app = chatsPage(page)
  const show = await hold(page, 'chats.search')
  await page.goto(appUrl())
  await app.list.getByText('Loading chats').waitFor({ state: 'attached' })
  await show()
  await app.chats.first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await shifts.take()).toEqual([])

  await page.reload()
  await app.chats.first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await shifts.take()).toEqual([])

  // The last one is the lowest in the list.
  for (const { name, number } of CALLERS.slice(0, 3)) {
    await textFrom(number, `From ${name}`)
    await expect(app.chats.first()).toContainText(`From ${name}`)
  }
  expect(await shifts.take()).toEqual([])

  await app.open(CALLERS[1]?.name ?? '')
  await expect(app.newest).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await shifts.take()).toEqual([])
})
