import type { Chat } from '@partyline/contract'
import { signIn } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { appUrl, chatUrl } from '../pages/addresses.ts'
import { arrangeNotes, DANA } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { lose } from '../pages/network.ts'
import { playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Chat', state: 'deleted by another user', play: deleted },
  { screen: 'Chat', state: 'deleted while disconnected', play: deletedMeanwhile },
  { screen: 'Chat', state: 'deleted while a message is queued', play: deletedBeforeSent },
  { screen: 'Chat', state: 'deleted before, opened from a link', play: deletedBefore },
]

playStates(STATES)

async function deleted({ page, come, look }: Stage) {
  const chat = await arrangeNotes('Deleted by a colleague')
  const app = await come(chatUrl(chat.id))
  await app.text.fill('I was just about to')
  await deleteAsDana(chat)
  await expectClosed(page, app)
  await expect(app.transcript.getByText('You deleted the chat')).toBeVisible()
  await expect(app.chat('Deleted by a colleague')).toHaveCount(0)
  await expect(page.getByText('Not sent: I was just about to')).toBeVisible()
  await look()
}

async function deletedMeanwhile({ page, come, look }: Stage) {
  const chat = await arrangeNotes('Deleted meanwhile')
  const app = await come(chatUrl(chat.id))
  await expect(app.text).toBeVisible()
  await page.context().setOffline(true)
  await deleteAsDana(chat)
  await page.context().setOffline(false)
  await expectClosed(page, app)
  await expect(app.chat('Deleted meanwhile')).toHaveCount(0)
  await look()
}

async function deletedBeforeSent({ page, come, look }: Stage) {
  const chat = await arrangeNotes('Deleted too early')
  const app = await come(chatUrl(chat.id))
  await expect(app.text).toBeVisible()
  const find = await lose(page, 'messages.send')
  await app.write('See you at nine')
  await deleteAsDana(chat)
  await expectClosed(page, app)
  await find()
  await app.dialog('Unable to send message').getByRole('button', { name: 'Close' }).click()
  const waited = app.message('See you at nine')
  await expect(waited).toContainText('Unable to send message.')
  await expect(waited.getByRole('button', { name: 'Discard' })).toBeVisible()
  await expect(waited.getByRole('button', { name: 'Try again' })).toBeHidden()
  await look()
}

async function deletedBefore({ page, come, look }: Stage) {
  const chat = await arrangeNotes('Deleted before')
  await deleteAsDana(chat)
  const app = await come(chatUrl(chat.id))
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

async function deleteAsDana({ id: chatId }: Chat) {
  const dana = await signIn(appUrl(), DANA)
  await dana.get('chats.delete', { params: { chatId } })
}

/** Expects the chat to be read-only. */
async function expectClosed(page: Page, app: ChatsPage) {
  await expect(app.closed).toBeVisible()
  await expect(app.title).toBeVisible()
  await expect(app.text).toBeHidden()
  await expect(page.getByRole('button', { name: 'Join' })).toBeHidden()
}
