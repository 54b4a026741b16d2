import { signIn as client } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, DANA, viewAll } from '../pages/arrange.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const LATER = { name: 'Lea Moss', number: '+12025553230' }
const WAITING = [
  { name: 'Max Moss', number: '+12025553231' },
  { name: 'Nia Moss', number: '+12025553232' },
  { name: 'Ole Moss', number: '+12025553233' },
]
/** The first rows, all of which fit on the screen. */
const COMPARED = 6

/** Dana's list with three unread chats on top; returns their names from the top. */
async function openUnread(page: Page): Promise<{ app: ChatsPage; names: string[] }> {
  await viewAll()
  for (const contact of [LATER, ...WAITING]) await arrangeChat({ name: contact.name, contact })
  for (const { number, name } of WAITING) await textFrom(number, `May I come today? ${name}`)
  const app = await signIn(page, 'Dana Cole')
  const names = WAITING.map(({ name }) => name).toReversed()
  await expect.poll(() => shown(page, 3)).toEqual(names)
  return { app, names }
}

const shown = async (page: Page, count = COMPARED) =>
  (
    await page
      .locator('#chat-list [data-chat]')
      .evaluateAll((rows) => rows.map((row) => row.querySelector('[title]')?.getAttribute('title') ?? ''))
  )
    .map((name) => name.replaceAll(/[\u2066-\u2069]/g, ''))
    .slice(0, count)

/** Expects the rows to be in the server's order, with Moss's chats in it. */
async function expectServersOrder(page: Page) {
  const dana = await client(appUrl(), DANA)
  const listed = async () => {
    const chats = await dana.get('chats.search', { body: { mode: 'my', enabled: true, state: 'open' } })
    return chats.filter(({ unclaimedCount }) => unclaimedCount === 0).map(({ name }) => name)
  }
  await expect(async () => expect(await shown(page)).toEqual((await listed()).slice(0, COMPARED))).toPass()
}

test('the list has the server’s order while chats are opened with the keyboard, whose focus moves with its row', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const { app, names } = await openUnread(page)
  const [first = '', second = '', third = ''] = names
  await page.mouse.move(900, 300)
  await app.chat(first).focus()
  await page.keyboard.press('Enter')
  await expect(app.title).toHaveText(first)
  await expect.poll(() => shown(page, 2)).toEqual([second, third])
  await expectServersOrder(page)

  await app.chat(second).focus()
  await page.keyboard.press('ArrowDown')
  await expect(app.chat(third)).toBeFocused()
  await textFrom(LATER.number, 'Hello again')
  await expect.poll(() => shown(page, 3)).toEqual([LATER.name, second, third])
  await expect(app.chat(third)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(app.title).toHaveText(third)
  await expect.poll(() => shown(page, 2)).toEqual([LATER.name, second])
  await expectServersOrder(page)
})
