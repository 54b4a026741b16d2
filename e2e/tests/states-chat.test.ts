import type { Locator, Page } from '@playwright/test'
import { chatUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeNotes, arrangeTexts } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { hold, lose, REASON, refuse } from '../pages/network.ts'
import { triage } from '../pages/triage.ts'
import { playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Chat', state: 'loading, already in the list', play: loadingKnown },
  { screen: 'Chat', state: 'loading from a link', play: loadingByLink },
  { screen: 'Chat', state: 'failed', play: failed },
  { screen: 'Chat', state: 'does not exist', play: doesNotExist },
  { screen: 'Chat', state: 'empty', play: empty },
  { screen: 'Chat', state: 'earlier messages loading', play: earlierLoading },
  { screen: 'Chat', state: 'earlier messages failed', play: earlierFailed },
  { screen: 'Chat', state: 'looking for a message', play: lookingFor },
  { screen: 'Chat', state: 'a message failed to load', play: notShown },
  { screen: 'Chat', state: 'a message is not in the chat', play: notInIt },
  { screen: 'Chat', state: 'disconnected', play: connectionAway },
  { screen: 'Chat without the user', state: 'not joined', play: notJoined },
  { screen: 'Chat without the user', state: 'joining', play: joining },
  { screen: 'Chat without the user', state: 'join refused', play: joiningRefused },
  { screen: 'Members', state: 'loading', play: membersLoading },
  { screen: 'Members', state: 'failed', play: membersFailed },
]

playStates(STATES)

async function loadingKnown({ page, come, look }: Stage) {
  await arrangeNotes('Known from the list')
  const app = await come()
  const letGo = await hold(page, 'chats.get')
  await app.chat('Known from the list').click()
  await expect(app.title).toHaveText('Known from the list')
  await expect(page.getByText('Loading chat', { exact: true })).toBeAttached()
  await look()
  // A menu opened while loading is not closed by what arrives.
  await page.setViewportSize({ width: 390, height: 844 })
  await triage(page).more.click()
  await expect(triage(page).item('Assign…')).toBeVisible()
  await letGo()
  await expect(app.text).toBeVisible()
  await expect(triage(page).item('Assign…')).toBeVisible()
}

async function loadingByLink({ page, come, look }: Stage) {
  const chat = await arrangeNotes('Linked to')
  const letGo = await Promise.all([hold(page, 'chats.search'), hold(page, 'chats.get')])
  const app = await come(chatUrl(chat.id))
  await expect(page.getByText('Loading chat', { exact: true })).toBeAttached()
  await expect(app.title).toHaveCount(0)
  await look()
  for (const go of letGo) await go()
  await expect(app.title).toHaveText('Linked to')
}

async function failed({ page, come, look }: Stage) {
  const chat = await arrangeNotes('Loaded at the second try')
  const allow = await refuse(page, 'chats.get')
  const app = await come(chatUrl(chat.id))
  await expect(page.getByText('This chat couldn’t be loaded')).toBeVisible()
  await expect(page.getByText(REASON)).toBeVisible()
  await look()
  await page.setViewportSize({ width: 390, height: 844 })
  await app.back.click()
  await expect(app.list).toBeVisible()
  await page.goBack()
  await expect(page.getByText('This chat couldn’t be loaded')).toBeVisible()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(app.title).toHaveText('Loaded at the second try')
  await expect(app.text).toBeVisible()
}

async function doesNotExist({ page, come, look }: Stage) {
  const app = await come(chatUrl('019a0000-0000-7000-8000-000000000000'))
  await expect(page.getByText('This chat doesn’t exist')).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Go to chats' }).click()
  await expect(app.chats.first()).toBeVisible()
  await expect(page.getByText('This chat doesn’t exist')).toBeHidden()
}

async function empty({ page, come, look }: Stage) {
  const contact = { name: 'Quiet Quinn', number: '+12025553180' }
  const chat = await arrangeChat({ name: 'Quiet', contact })
  const { transcript } = await come(chatUrl(chat.id))
  // The list also shows this for each chat without messages.
  await expect(transcript.getByText('No messages yet')).toBeVisible()
  await expect(page.getByText('Send the first message. Contacts get it as a text.')).toBeVisible()
  await look()
}

/** More than one page of messages. */
const MANY = Array.from({ length: 60 }, (_, at) => `Note ${at}.`)

async function arrangeLongChat() {
  const chat = await arrangeNotes('Long')
  const [first] = await arrangeTexts(chat.id, MANY)
  return { chat, first }
}

async function comeToLongChat({ come }: Stage) {
  const { chat } = await arrangeLongChat()
  const app = await come(chatUrl(chat.id))
  await expect(app.message('Note 59.')).toBeVisible()
  await app.settled()
  return app
}

/** Scrolls up until the start of the transcript is in view. */
async function toTheTop(page: Page) {
  await page.getByRole('log').evaluate((log) => log.scrollTo({ top: 0 }))
}

/** Scrolls up until the message is loaded; loading above does not move the view. */
async function scrollUpTo(page: Page, message: Locator) {
  await expect(async () => {
    await toTheTop(page)
    await expect(message).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

async function earlierLoading(stage: Stage) {
  const { page, look } = stage
  const letGo = await hold(page, 'messages.list')
  const app = await comeToLongChat(stage)
  await toTheTop(page)
  await expect(page.getByText('Loading earlier messages')).toBeAttached()
  await look()
  await letGo()
  await expect(page.getByText('Loading earlier messages')).not.toBeAttached()
  await scrollUpTo(page, app.message('Note 0.'))
}

async function earlierFailed(stage: Stage) {
  const { page, look } = stage
  const allow = await refuse(page, 'messages.list')
  const app = await comeToLongChat(stage)
  await toTheTop(page)
  await expect(page.getByText('Earlier messages couldn’t be loaded.')).toBeInViewport()
  await look()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Earlier messages couldn’t be loaded.')).not.toBeAttached()
  await scrollUpTo(page, app.message('Note 0.'))
}

async function lookingFor({ page, come, look }: Stage) {
  const { chat, first } = await arrangeLongChat()
  const letGo = await hold(page, 'messages.list')
  const app = await come(`${chatUrl(chat.id)}&message=${first?.id}`)
  await expect(page.getByText('Finding the message…')).toBeVisible()
  await look()
  await letGo()
  await expect(app.message('Note 0.')).toBeFocused()
  await expect(page.getByText('Finding the message…')).toBeHidden()
}

async function notShown({ page, come, look }: Stage) {
  const { chat, first } = await arrangeLongChat()
  await refuse(page, 'messages.list', 403)
  await come(`${chatUrl(chat.id)}&message=${first?.id}`)
  await expect(page.getByText(`The message couldn’t be shown. ${REASON}`)).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('The message couldn’t be shown.')).toBeHidden()
}

async function notInIt({ page, come, look }: Stage) {
  const { chat } = await arrangeLongChat()
  const app = await come(`${chatUrl(chat.id)}&message=${chat.id}`)
  await expect(page.getByText('This message is not in the chat.')).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('This message is not in the chat.')).toBeHidden()
  await expect(app.message('Note 59.')).toBeVisible()
}

async function connectionAway({ page, come, look }: Stage) {
  const app = await come()
  await app.open('Priya Shah')
  await page.context().setOffline(true)
  await expect(page.getByText('You’re offline. You may not see the latest messages.')).toBeVisible()
  await look()
  await page.context().setOffline(false)
  await expect(page.getByText('You’re offline.')).toBeHidden()
}

/** Omar in a chat with only Dana. */
async function comeAsStranger({ page, come }: Stage) {
  const chat = await arrangeNotes('Dana’s own')
  const omar = await come(chatUrl(chat.id), 'Omar Haddad')
  await expect(page.getByText('You’re not a member of this chat.')).toBeVisible()
  await expect(omar.text).toBeHidden()
  await expect(page.getByText('Send the first message')).toBeHidden()
  return { omar, join: page.getByRole('button', { name: /^Join/ }) }
}

async function notJoined(stage: Stage) {
  await comeAsStranger(stage)
  await stage.look()
}

async function joining(stage: Stage) {
  const { omar, join } = await comeAsStranger(stage)
  const letGo = await hold(stage.page, 'chats.join')
  await join.click()
  await expect(join).toHaveText('Joining…')
  await stage.look()
  await letGo()
  await expect(omar.text).toBeVisible()
}

async function joiningRefused(stage: Stage) {
  const { omar, join } = await comeAsStranger(stage)
  const allow = await refuse(stage.page, 'chats.join')
  await join.click()
  await expect(stage.page.getByRole('alert')).toHaveText(`You couldn’t join the chat. ${REASON}`)
  await stage.look()
  await allow()
  await join.click()
  await expect(omar.text).toBeVisible()
}

const DETAILS = /\/assets\/chat-details/

async function membersLoading({ page, come, look }: Stage) {
  const letGo = await hold(page, DETAILS)
  const app = await come()
  await app.open('Rivera family')
  await app.membersButton.click()
  await expect(app.members.getByText('Loading members')).toBeAttached()
  await look()
  await letGo()
  await expect(app.members.getByRole('listitem')).toHaveCount(4)
}

async function membersFailed({ page, come, look }: Stage) {
  await lose(page, DETAILS)
  const app = await come()
  await app.open('Rivera family')
  await app.membersButton.click()
  await expect(app.members.getByText('Members couldn’t be shown')).toBeVisible()
  await look()
  // The rest of the app keeps working.
  await app.members.getByRole('button', { name: 'Close Members' }).click()
  await app.text.fill('Still here')
  await expect(app.text).toHaveValue('Still here')
  await expect(chatPane(page).pane).toBeHidden()
}
