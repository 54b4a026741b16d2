import type { Chat, ChatChange, MemberId } from '@partyline/contract'
import { eventWithoutData } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { chatPane } from '../pages/chat-pane.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { addChat, addressOf } from './arrange.ts'
import { lose } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Chat: deleted by another user', ({ stage }) => deleted(stage))
test('Chat: deleted while disconnected', ({ stage }) => deletedMeanwhile(stage))
test('Chat: deleted while a message is queued', ({ stage }) => deletedBeforeSent(stage))
test('Chat: deleted before, opened from a link', ({ stage }) => deletedBefore(stage))

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
  for (const button of [pane.change, pane.leave, pane.delete]) await expect(button).toBeHidden()
  await look()
}

/** Someone deletes the chat. */
async function archive({ clinic, update, announce }: Stage, chat: Chat) {
  Object.assign(chat, { archived: true, version: chat.version + 1 })
  const id = '0000000f-1000-4000-8000-000000000001' as ChatChange['id']
  const by = clinic.me.id as string as MemberId
  clinic.changes[chat.id] = [{ id, kind: 'archived', at: new Date().toISOString(), by }]
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
