import type { BrowserContextOptions, Page } from '@playwright/test'
import { arrangeChat, arrangeTexts } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { statusOf } from '../pages/chats-page.ts'
import { watchMotion } from '../pages/motion.ts'
import { newChat } from '../pages/new-chat.ts'
import { signIn } from '../pages/sign-in.ts'
import { expectReachable, ZOOMED } from '../pages/zoom.ts'
import { expect, test } from '../test.ts'

type OpenBrowser = (options: BrowserContextOptions) => Promise<Page>

/** A user at 400 % zoom, with a chat of some messages. */
async function comeZoomed(openBrowser: OpenBrowser, number: string) {
  const chat = await arrangeChat({ name: 'Zoomed in', contact: { name: 'Zoe Ming', number } })
  await arrangeTexts(chat.id, [
    'Your results are in. Please call us when it suits you, or stop by until five.',
    'Today.',
  ])
  const page = await openBrowser(ZOOMED)
  return { page, app: await signIn(page, 'Dana Cole') }
}

test('at 400 %, a chat is found, read, and answered without horizontal scrolling', async ({ openBrowser }) => {
  const { page, app } = await comeZoomed(openBrowser, '+12025553190')
  await expectReachable(page, [app.account, app.newChat, app.search, app.list.getByRole('tab', { name: 'All' })])
  await app.search.fill('Zoomed')
  await expectReachable(page, [app.chat('Zoomed in')])

  await app.open('Zoomed in')
  await app.text.fill('Thank you, I will come at four.')
  await expectReachable(page, [app.back, app.membersButton, app.attach, app.text, app.send])
  await app.send.click()
  await expect(statusOf(app.message('Thank you'), 'Delivered')).toBeVisible()
  await expectReachable(page, [statusOf(app.message('Thank you'), 'Delivered'), app.text])
  await app.message('Your results').scrollIntoViewIfNeeded()
  await expect(app.message('Your results')).toBeInViewport()

  await statusOf(app.message('Thank you'), 'Delivered').click()
  const details = app.dialog('Message Delivery Status')
  await expectReachable(page, [details.getByRole('button', { name: 'Close' })])
})

test('at 400 %, every control of the members, chat settings, and deletion can be scrolled into view', async ({
  openBrowser,
}) => {
  const { page, app } = await comeZoomed(openBrowser, '+12025553191')
  const pane = chatPane(page)
  await app.search.fill('Zoomed')
  await app.open('Zoomed in')
  await app.membersButton.click()
  await expectReachable(page, [pane.member('Zoe Ming'), pane.change, pane.leave, pane.delete])
  await pane.change.click()
  await expectReachable(page, [pane.name, pane.save, pane.settings.getByRole('button', { name: 'Cancel' })])
  await page.keyboard.press('Escape')
  for (const [button, dialog, verb] of [
    [pane.leave, pane.leaveDialog, 'Leave'],
    [pane.delete, pane.deleteDialog, 'Delete'],
  ] as const) {
    await button.click()
    await expectReachable(
      page,
      [verb, 'Cancel'].map((name) => dialog.getByRole('button', { name })),
    )
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('at 400 %, a chat with a new contact is created', async ({ openBrowser }) => {
  const page = await openBrowser(ZOOMED)
  await signIn(page, 'Dana Cole')
  const modal = newChat(page)
  await modal.open()
  await modal.chooseNumber('Billing')
  await expectReachable(page, [modal.number, modal.name, modal.members, modal.save, modal.cancel])
  await modal.createContact({ number: '+12025553192', name: 'Zeno Ming' })
  await expectReachable(page, [modal.chosen.filter({ hasText: 'Zeno Ming' }), modal.save])
  await modal.cancel.click()
  await expect(modal.dialog).toBeHidden()
})

/** Opens and closes everything on the chat screens. */
async function walk(openBrowser: OpenBrowser, reducedMotion: 'reduce' | 'no-preference', number: string) {
  await arrangeChat({ name: 'In motion', contact: { name: 'Mo Shen', number } })
  const page = await openBrowser({ reducedMotion })
  const moved = await watchMotion(page)
  const app = await signIn(page, 'Dana Cole')
  const pane = chatPane(page)
  await app.open('In motion')
  await app.write('Good morning')
  await statusOf(app.message('Good morning'), 'Delivered').click()
  await app.dialog('Message Delivery Status').getByRole('button', { name: 'Close' }).click()
  await app.message('Good morning').hover()
  await app.membersButton.click()
  await pane.change.click()
  await pane.name.waitFor()
  await pane.settings.getByRole('button', { name: 'Cancel' }).click()
  await pane.pane.getByRole('button', { name: 'Close Members' }).click()
  await newChat(page).open()
  await newChat(page).chooseNumber('Billing')
  await newChat(page).cancel.click()
  await page.getByRole('button', { name: 'Emoji' }).click()
  await page.getByRole('searchbox', { name: 'Search emoji' }).waitFor()
  await page.keyboard.press('Escape')
  await app.list.getByRole('tab', { name: 'All' }).click()
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).hover()
  await page.keyboard.press('Escape')
  return moved()
}

test('with reduced motion, nothing moves', async ({ openBrowser }) => {
  expect(await walk(openBrowser, 'reduce', '+12025553193')).toEqual([])
})

test('without reduced motion, the same screens move', async ({ openBrowser }) => {
  expect(await walk(openBrowser, 'no-preference', '+12025553194')).not.toEqual([])
})
