import type { Chat, ChatChange, MemberId } from '@partyline/contract'
import { eventWithoutData } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { chatPane } from '../pages/chat-pane.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { expectNoLayer } from '../pages/layers.ts'
import { pendingMessages } from '../pages/pending.ts'
import { addChat, addPending, addressOf, addTexts, giveBack } from './arrange.ts'
import { lose, REASON, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Chat: deleted by another user', ({ stage }) => deleted(stage))
test('Chat: deleted while disconnected', ({ stage }) => deletedMeanwhile(stage))
test('Chat: deleted while a message is queued', ({ stage }) => deletedBeforeSent(stage))
test('Chat: deleted while a text is held, which comes back', ({ stage }) => deletedWhileHeld(stage))
test('Chat: deleted with a held text, and Undo stays', ({ stage }) => undoStays(stage))
test('Chat: deleted and restored while a text was held', ({ stage }) => restoredMeanwhile(stage))
test('Chat: deleted while a returned text is edited', ({ stage }) => deletedWhileEdited(stage))
test('Chat: deleted before, opened from a link', ({ stage }) => deletedBefore(stage))
test('Chat: deleted, and restored with Undo', ({ stage }) => undone(stage))
test('Chat: deleted, and opened again', ({ stage }) => openedAgain(stage))
test('Chat: deleted by a User, who cannot restore it', ({ stage }) => deletedByUser(stage))
test('List: deleted chats, and one of them restored', ({ stage }) => restored(stage))
test('Chat: restoring refused', ({ stage }) => notRestored(stage))

async function deleted(stage: Stage) {
  const { page, clinic, come, look } = stage
  const chat = addChat(clinic, { name: 'Deleted by a colleague' })
  const app = await come(addressOf(chat.id))
  await app.text.fill('I was just about to')
  await archive(stage, chat)
  await expectClosed(page, app)
  await expect(app.transcript.getByText('You deleted the chat')).toBeVisible()
  await expect(app.chat('Deleted by a colleague')).toHaveCount(0)
  await expect(page.getByText('Not sent: I was just about to')).toBeVisible()
  await look()
}

async function deletedMeanwhile(stage: Stage) {
  const { page, clinic, come, look } = stage
  const chat = addChat(clinic, { name: 'Deleted meanwhile' })
  const app = await come(addressOf(chat.id))
  await expect(app.text).toBeVisible()
  await page.context().setOffline(true)
  await archive(stage, chat)
  await page.context().setOffline(false)
  await expectClosed(page, app)
  await expect(app.chat('Deleted meanwhile')).toHaveCount(0)
  await look()
}

async function deletedBeforeSent(stage: Stage) {
  const { page, clinic, come, look } = stage
  const chat = addChat(clinic, { name: 'Deleted too early' })
  const app = await come(addressOf(chat.id))
  await expect(app.text).toBeVisible()
  const find = await lose(page, 'messages.send')
  await app.write('See you at nine')
  await archive(stage, chat)
  await expectClosed(page, app)
  await find()
  await app.dialog('Unable to send message').getByRole('button', { name: 'Close' }).click()
  const waited = app.message('See you at nine')
  await expect(waited).toContainText('Unable to send message.')
  await expect(waited.getByRole('button', { name: 'Discard' })).toBeVisible()
  await expect(waited.getByRole('button', { name: 'Try again' })).toBeHidden()
  await look()
}

const NOT_SENT = 'Your message wasn’t sent, because the chat was deleted.'

async function deletedWhileHeld(stage: Stage) {
  const { page, clinic, come, look } = stage
  const chat = addChat(clinic, { name: 'Deleted too early' })
  addPending(clinic, chat, { text: 'See you at nine', state: 'held' })
  const app = await come(addressOf(chat.id))
  await expect(app.message('See you at nine')).toContainText('Sending in')
  await archive(stage, chat)
  await expectClosed(page, app)
  await giveBack(stage, chat, 'chat closed')
  await expect(app.toast).toContainText(NOT_SENT)
  await expect(pendingMessages(page).item('See you at nine')).toContainText('Not sent: the chat was deleted.')
  await look()
}

async function undoStays(stage: Stage) {
  const { app, chat } = await deleteIt(stage)
  archiveBefore(stage, chat)
  addPending(stage.clinic, chat, { text: 'See you at nine', state: 'held' })
  await giveBack(stage, chat, 'chat closed')
  await expect(stage.page.getByText(NOT_SENT)).toBeAttached()
  await expect(app.toast).toContainText('Chat deleted')
  await expect(app.toast.getByRole('button', { name: 'Undo' })).toBeVisible()
  const other = addChat(stage.clinic, { name: 'Deleted before' })
  archiveBefore(stage, other)
  addPending(stage.clinic, other, { text: 'See you at ten', state: 'held' })
  await giveBack(stage, other, 'chat closed')
  await expect(app.toast).toContainText(NOT_SENT)
}

async function restoredMeanwhile(stage: Stage) {
  const chat = addChat(stage.clinic, { name: 'Restored meanwhile' })
  addPending(stage.clinic, chat, { text: 'See you at nine', state: 'held' })
  const app = await stage.come(addressOf(chat.id))
  await expect(app.message('See you at nine')).toContainText('Sending in')
  await giveBack(stage, chat, 'chat closed')
  await expect(app.toast).toContainText('It’s under the filter Returned.')
}

async function deletedWhileEdited(stage: Stage) {
  const { page, clinic, come, look } = stage
  const chat = addChat(clinic, { name: 'Deleted meanwhile' })
  addPending(clinic, chat, { text: 'Any news?', state: 'returned' })
  addPending(clinic, chat, { text: 'See you tomorrow' })
  const app = await come(addressOf(chat.id))
  const on = pendingMessages(page)
  await on.action('Edit', 'Any news?').click()
  await expect(app.text).toHaveValue('Any news?')
  await expect(on.item('See you tomorrow').getByRole('button')).toHaveText([
    'Edit',
    'Change time',
    'Send now',
    'Delete',
  ])
  await archive(stage, chat)
  await expectClosed(page, app)
  await expect(on.item('See you tomorrow').getByRole('button')).toHaveText(['Delete'])
  await expect(on.item('Any news?').getByRole('button')).toHaveText(['Discard'])
  await look()
  await on.action('Discard', 'Any news?').click()
  await expect(page.getByText('The message is discarded.')).toBeAttached()
  await expect(page.getByText('Not sent: Any news?')).toBeHidden()
}

async function deletedBefore({ page, clinic, come, look }: Stage) {
  const chat = addChat(clinic, { name: 'Deleted before' })
  chat.archived = true
  const app = await come(addressOf(chat.id))
  await expectClosed(page, app)
  await app.list.getByRole('tab', { name: 'All' }).click()
  await expect(app.chats.first()).toBeVisible()
  await expect(app.chat('Deleted before')).toHaveCount(0)
  await app.membersButton.click()
  const pane = chatPane(page)
  await expect(pane.member('Dana Cole')).toBeVisible()
  await expect(pane.change).toBeHidden()
  await pane.more.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Export conversation…', 'Place on legal hold…'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await look()
}

async function deleteIt(stage: Stage) {
  const contact = { name: 'Dee Lete', number: '+12025557301' }
  const chat = addChat(stage.clinic, { name: contact.name, contacts: [contact] })
  addTexts(stage.clinic, chat, ['See you on Monday.'])
  const app = await stage.come()
  await app.open(contact.name)
  const pane = chatPane(stage.page)
  await app.membersButton.click()
  await pane.choose('Delete chat')
  await expect(pane.deleteDialog).toContainText(
    'The contact stays in Contacts. Messages are kept, and Admins can restore the chat for 30 days.',
  )
  await stage.look()
  await pane.deleteDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(app.toast).toContainText('Chat deleted')
  await expect(app.chat(contact.name)).toHaveCount(0)
  return { app, chat }
}

async function undone(stage: Stage) {
  const { app } = await deleteIt(stage)
  await stage.look()
  await app.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(app.toast).toContainText('Chat restored')
  await expect(app.chat('Dee Lete')).toBeFocused()
}

async function openedAgain(stage: Stage) {
  const { app, chat } = await deleteIt(stage)
  archiveBefore(stage, chat)
  await stage.update()
  await app.filter.click()
  await stage.page.getByRole('menu').getByRole('menuitemcheckbox', { name: 'Deleted' }).click()
  await stage.page.keyboard.press('Escape')
  await app.open('Dee Lete')
  await expect(stage.page.getByRole('button', { name: 'Restore' })).toBeVisible()
}

async function deletedByUser(stage: Stage) {
  stage.clinic.me.role = 'User'
  const { app, chat } = await deleteIt(stage)
  await expect(app.toast).toContainText('Admins can restore it for 30 days.')
  await expect(app.toast.getByRole('button', { name: 'Undo' })).toBeHidden()
  await app.filter.click()
  const menu = stage.page.getByRole('menu')
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Snoozed' })).toBeVisible()
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Deleted' })).toBeHidden()
  await stage.page.keyboard.press('Escape')
  archiveBefore(stage, chat)
  // The menu takes its entry out of the history, which a reload would interrupt.
  await expectNoLayer(stage.page)
  await stage.page.reload()
  await stage.come(addressOf(chat.id))
  await expectClosed(stage.page, app)
  await expect(app.transcript.getByText('You deleted the chat')).toBeVisible()
  await expect(stage.page.getByRole('button', { name: 'Restore' })).toBeHidden()
}

async function restored(stage: Stage) {
  const { page, clinic, come, look } = stage
  const chats = ['Hanna Meyer', 'Dee Lete'].map((name) => {
    const chat = addChat(clinic, { name, contacts: [{ name, number: `+1202555730${name.length}` }] })
    addTexts(clinic, chat, ['See you on Monday.'])
    return chat
  })
  for (const chat of chats) archiveBefore(stage, chat)
  clinic.counts = { deleted: { count: 2, more: false } }
  const app = await come()
  await app.filter.click()
  await page.getByRole('menu').getByRole('menuitemcheckbox', { name: 'Deleted' }).click()
  await expect(page).toHaveURL(/mode=all&filter=deleted/)
  await page.keyboard.press('Escape')
  await expect(app.chats).toHaveCount(2)
  await app.chat('Hanna Meyer').hover()
  await expect(app.list.getByRole('button', { name: 'Actions for' })).toBeHidden()
  await app.open('Hanna Meyer')
  await expectClosed(page, app)
  const bar = page.getByText(/^This chat was deleted on/)
  await expect(bar).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(app.text).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(app.transcript.getByText('You restored the chat')).toBeVisible()
  await expect(app.chats).toHaveCount(1)
}

async function notRestored(stage: Stage) {
  const chat = addChat(stage.clinic, { name: 'Dee Lete' })
  archiveBefore(stage, chat)
  await stage.come(addressOf(chat.id))
  await refuse(stage.page, 'chats.restore')
  await stage.page.getByRole('button', { name: 'Restore' }).click()
  const toast = stage.page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText(REASON)
  await expect(stage.page.getByRole('button', { name: 'Restore' })).toBeEnabled()
  await stage.look()
}

/** The chat was deleted before the page was opened. */
function archiveBefore({ clinic }: Stage, chat: Chat) {
  chat.archived = true
  const id = '0000000f-1000-4000-8000-000000000001' as ChatChange['id']
  const by = clinic.me.id as string as MemberId
  clinic.changes[chat.id] = [{ id, kind: 'archived', at: new Date().toISOString(), by }]
}

/** Someone deletes the chat. */
async function archive(stage: Stage, chat: Chat) {
  const { clinic, update, announce } = stage
  archiveBefore(stage, chat)
  chat.version += 1
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'ChatArchived', chat.id))
}

/** Expects the chat to be read-only. */
async function expectClosed(page: Page, app: ChatsPage) {
  await expect(app.closed).toBeVisible()
  await expect(app.title).toBeVisible()
  await expect(app.text).toBeHidden()
  await expect(page.getByRole('button', { name: 'Join' })).toBeHidden()
}
