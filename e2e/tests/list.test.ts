import { faultsOf } from '../pages/accessibility.ts'
import { arrangeNotes } from '../pages/arrange.ts'
import { hold } from '../pages/network.ts'
import { newChat } from '../pages/new-chat.ts'
import { dismissSetup, setupPrompts } from '../pages/setup.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test.describe('a search finds chats', () => {
  for (const [what, term, group, found, marked] of [
    ['by name', 'invoice', 'People', 'Henry Okafor, invoice', ['invoice']],
    ['by a member', 'luis', 'People', 'Rivera family · after-visit', ['Luis']],
    ['by a phone number', '555-0165', 'People', 'Priya Shah', ['(202) 555-0165']],
    ['by what was said', 'bus is on strike', 'Messages', 'Greta Lindqvist', ['bus', 'is', 'on', 'strike']],
  ] as const) {
    test(what, async ({ openBrowser }) => {
      const app = await signIn(await openBrowser(), 'Dana Cole')
      await app.search.fill(term)
      const chats = app.list.getByRole('region', { name: group }).getByRole('listitem')
      await expect(chats).toHaveCount(1)
      await expect(chats).toContainText(found)
      await expect(chats.locator('mark')).toContainText(marked)
    })
  }
})

test('a search shows the match in a message, highlights it, and opens the chat there', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.search.fill('strike')
  const item = app.chats.filter({ hasText: 'Greta Lindqvist' })
  await expect(item.locator('mark')).toHaveText('strike')
  await item.getByRole('link').click()
  await expect(app.message('on strike')).toBeFocused()
})

/** Colors of highlighted words and their background. */
const MATCH_COLOURS = `(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.querySelector('mark')))`

test('in forced colors, matches are highlighted and placeholders are visible', async ({ openBrowser }) => {
  const page = await openBrowser({ forcedColors: 'active' })
  const app = await signIn(page, 'Dana Cole')
  await app.search.fill('invoice')
  await expect(app.chats.locator('mark').first()).toHaveText('invoice')
  const [words, ground] = await page.evaluate<string[]>(MATCH_COLOURS)
  // Without a background of their own, the browser's color would be invisible.
  expect(ground).toMatch(/^rgb\(/)
  expect(words).not.toBe(ground)

  await hold(page, 'chats.search')
  await page.reload()
  await expect(page.getByText('Loading chats')).toBeAttached()
  await expect(app.list.locator('span[aria-hidden=true][style]').first()).toHaveCSS('outline-style', 'solid')
})

test('a search without matches shows a message, and clearing it shows all chats again', async ({ openBrowser }) => {
  const app = await signIn(await openBrowser(), 'Dana Cole')
  await expect(app.chats).not.toHaveCount(0)
  const all = await app.chats.count()
  await app.search.fill('xylophone')
  await expect(app.list.getByText('No results')).toBeVisible()
  await expect(app.list.getByText('We didn’t find “xylophone”.')).toBeVisible()
  await app.search.press('Escape')
  await expect(app.chats).toHaveCount(all)
})

test('the first user of an organization has no chats, and sees how to start', async ({ openBrowser }) => {
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Priya Raman')
  await expect(setupPrompts(page).consent).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the steps' })).toBeInViewport({ ratio: 1 })
  await dismissSetup(page)
  await expect(app.list.getByText('No chats yet')).toBeVisible()
  await expect(app.chats).toHaveCount(0)
  const start = page.getByRole('region', { name: 'Chat', exact: true })
  await expect(start.getByText('Set up Partyline')).toBeVisible()
  await expect(start.getByRole('button')).toHaveText(['Show the steps'])
  await app.list.getByRole('tab', { name: 'All' }).click()
  await expect(app.list.getByText('When someone texts one of your numbers')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  const modal = newChat(page)
  await modal.open()
  await expect(modal.dialog.getByText('No number is in use yet.').first()).toBeVisible()
  await expect(modal.chosen).toHaveText([/Priya Raman/])
  await modal.cancel.click()
  await app.account.click()
  await expect(page.getByText('northgate.example · Admin')).toBeVisible()
})

test('a chat can be clicked while the list is scrolling', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1366, height: 420 } })
  const app = await signIn(page, 'Dana Cole')
  await app.chats.first().waitFor()
  const isLink = await app.list.getByRole('list').evaluate(async (list) => {
    const { ownerDocument: document, parentElement: scroller } = list
    scroller?.scrollBy(0, 40)
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => document.defaultView?.requestAnimationFrame(resolve))
    }
    const { left = 0, top = 0 } = scroller?.getBoundingClientRect() ?? {}
    return document.elementFromPoint(left + 80, top + 80)?.closest('a') !== null
  })
  expect(isLink).toBe(true)
})

test('only visible chats and the focused one are in the page', async ({ openBrowser }) => {
  const names = Array.from({ length: 12 }, (_, index) => `Notes of week ${index + 1}`)
  for (const name of names) await arrangeNotes(name)
  const page = await openBrowser({ viewport: { width: 1366, height: 420 } })
  const app = await signIn(page, 'Dana Cole')
  const first = app.chats.first()
  await first.getByRole('link').focus()
  // The names of lines are loaded after the chats.
  await expect(first).toContainText(/Front desk|Billing/)
  const name = await first.innerText()

  await app.list.getByRole('list').evaluate((list) => list.parentElement?.scrollTo({ top: list.clientHeight }))
  await expect(app.chats.last()).toBeInViewport()
  await expect(first).toHaveText(name, { useInnerText: true })
  await expect(first.getByRole('link')).toBeFocused()
  await expect.poll(() => app.chats.count()).toBeLessThan(names.length)

  await page.keyboard.press('ArrowDown')
  await expect(app.chats.nth(1).getByRole('link')).toBeFocused()
  await expect(app.chats.nth(1)).toBeInViewport()
})
