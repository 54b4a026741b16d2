import { chatPane } from '../pages/chat-pane.ts'
import { statusOf } from '../pages/chats-page.ts'
import { discard } from '../pages/discard.ts'
import { newChat } from '../pages/new-chat.ts'
import { expectReachable, ZOOMED } from '../pages/zoom.ts'
import { addChat, addTexts } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('At 400 %, a chat is found, read, and answered without horizontal scrolling', ({ stage }) => answer(stage))
test('At 400 %, every control of the members, chat settings, and deletion can be scrolled into view', ({ stage }) =>
  manage(stage))
test('At 400 %, a chat with a new contact is created', ({ stage }) => create(stage))

/** A user at 400 % zoom, with a chat of some messages. */
async function comeZoomed({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Zoomed in', contacts: [{ name: 'Zoe Ming', number: '+12025553190' }] })
  addTexts(clinic, chat, [
    'Your results are in. Please call us when it suits you, or stop by until five.',
    'Thank you, I will call at four.',
  ])
  await page.setViewportSize(ZOOMED.viewport)
  return come()
}

async function answer(stage: Stage) {
  const { page } = stage
  const app = await comeZoomed(stage)
  await expectReachable(page, [app.account, app.newChat, app.search, app.list.getByRole('tab', { name: 'All' })])
  await app.search.fill('Zoomed')
  await expectReachable(page, [app.chat('Zoomed in')])

  await app.open('Zoomed in')
  const status = statusOf(app.message('Thank you'), 'Delivered')
  await expectReachable(page, [status, app.text])
  await status.click()
  await expectReachable(page, [app.dialog('Message Delivery Status').getByRole('button', { name: 'Close' })])
  await page.keyboard.press('Escape')

  await app.text.fill('See you then.')
  await expectReachable(page, [app.back, app.membersButton, app.attach, app.text, app.send])
  await app.send.click()
  await expectReachable(page, [app.message('See you then.').getByRole('button', { name: 'Undo' }), app.text])
  await app.message('Your results').scrollIntoViewIfNeeded()
  await expect(app.message('Your results')).toBeInViewport()
}

async function manage(stage: Stage) {
  const { page } = stage
  const app = await comeZoomed(stage)
  const pane = chatPane(page)
  await app.search.fill('Zoomed')
  await app.open('Zoomed in')
  await app.membersButton.click()
  await expectReachable(page, [pane.member('Zoe Ming'), pane.change, pane.more])
  await pane.more.click()
  await expectReachable(page, [pane.leave, pane.delete])
  await page.keyboard.press('Escape')
  await pane.change.click()
  await expectReachable(page, [pane.name, pane.save, pane.settings.getByRole('button', { name: 'Cancel' })])
  await page.keyboard.press('Escape')
  for (const [action, dialog, verb] of [
    ['Leave chat', pane.leaveDialog, 'Leave'],
    ['Delete chat', pane.deleteDialog, 'Delete'],
  ] as const) {
    await pane.choose(action)
    await expectReachable(
      page,
      [verb, 'Cancel'].map((name) => dialog.getByRole('button', { name })),
    )
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
}

async function create({ page, come }: Stage) {
  await page.setViewportSize(ZOOMED.viewport)
  await come()
  const modal = newChat(page)
  await modal.open()
  await modal.chooseNumber('Billing')
  await expectReachable(page, [modal.number, modal.name, modal.members, modal.save, modal.cancel])
  await modal.createContact({ number: '+12025553192', name: 'Zeno Ming' })
  await expectReachable(page, [modal.chosen.filter({ hasText: 'Zeno Ming' }), modal.save])
  await discard(page, modal.dialog)
  await expect(modal.dialog).toBeHidden()
}
