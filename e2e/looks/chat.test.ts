import type { Locator, Page } from '@playwright/test'
import { chatPane } from '../pages/chat-pane.ts'
import { lose as loseFile, hold as holdFile } from '../pages/network.ts'
import { triage } from '../pages/triage.ts'
import { addChat, addressOf, addTexts, chatId } from './arrange.ts'
import { hold, REASON, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Chat: loading, already in the list', ({ stage }) => loadingKnown(stage))
test('Chat: loading from a link', ({ stage }) => loadingByLink(stage))
test('Chat: failed', ({ stage }) => failed(stage))
test('Chat: does not exist', ({ stage }) => doesNotExist(stage))
test('Chat: empty', ({ stage }) => empty(stage))
test('Chat: earlier messages loading', ({ stage }) => earlierLoading(stage))
test('Chat: earlier messages failed', ({ stage }) => earlierFailed(stage))
test('Chat: looking for a message', ({ stage }) => lookingFor(stage))
test('Chat: a message failed to load', ({ stage }) => notShown(stage))
test('Chat: a message is not in the chat', ({ stage }) => notInIt(stage))
test('Chat: disconnected', ({ stage }) => connectionAway(stage))
test('Chat without the user: not joined', ({ stage }) => notJoined(stage))
test('Chat without the user: joining', ({ stage }) => joining(stage))
test('Chat without the user: join refused', ({ stage }) => joiningRefused(stage))

test.describe('on a new page', () => {
  test.use({ newPage: true })
  test('Members: loading', ({ stage }) => membersLoading(stage))
  test('Members: failed', ({ stage }) => membersFailed(stage))
})

async function loadingKnown({ page, clinic, come, look }: Stage) {
  addChat(clinic, { name: 'Known from the list' })
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

async function loadingByLink({ page, clinic, come, look }: Stage) {
  const chat = addChat(clinic, { name: 'Linked to' })
  const letGo = await Promise.all([hold(page, 'chats.search'), hold(page, 'chats.get')])
  const app = await come(addressOf(chat.id))
  await expect(page.getByText('Loading chat', { exact: true })).toBeAttached()
  await expect(app.title).toHaveCount(0)
  await look()
  for (const go of letGo) await go()
  await expect(app.title).toHaveText('Linked to')
}

async function failed({ page, clinic, come, look }: Stage) {
  const chat = addChat(clinic, { name: 'Loaded at the second try' })
  const allow = await refuse(page, 'chats.get')
  const app = await come(addressOf(chat.id))
  await expect(page.getByText('This chat couldn’t be loaded')).toBeVisible()
  await expect(page.getByRole('main').getByText(REASON)).toBeVisible()
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
  const app = await come(addressOf(chatId(999)))
  await expect(page.getByText('This chat doesn’t exist')).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Go to chats' }).click()
  await expect(app.chats.first()).toBeVisible()
  await expect(page.getByText('This chat doesn’t exist')).toBeHidden()
}

async function empty({ page, clinic, come, look }: Stage) {
  const contact = { name: 'Quiet Quinn', number: '+12025553180' }
  const chat = addChat(clinic, { name: 'Quiet', contacts: [contact] })
  const { transcript } = await come(addressOf(chat.id))
  // The list also shows this for each chat without messages.
  await expect(transcript.getByText('No messages yet')).toBeVisible()
  await expect(page.getByText('Send the first message. Contacts get it as a text.')).toBeVisible()
  await look()
}

/** More than one page of messages. */
const MANY = Array.from({ length: 60 }, (_, at) => `Note ${at}.`)

function addLongChat({ clinic }: Stage) {
  const chat = addChat(clinic, { name: 'Long' })
  const [first] = addTexts(clinic, chat, MANY)
  return { chat, first }
}

async function comeToLongChat(stage: Stage) {
  const { chat } = addLongChat(stage)
  const app = await stage.come(addressOf(chat.id))
  await expect(app.message('Note 59.')).toBeVisible()
  await app.settled()
  return app
}

/** Scrolls up until the start of the transcript is in view. */
async function toTheTop(page: Page) {
  await page.getByRole('log').evaluate((log) => log.scrollTo({ top: 0 }))
}

/** Scrolls up until the element is there; loading above does not move the view. */
async function scrollUpTo(page: Page, element: Locator) {
  await expect(async () => {
    await toTheTop(page)
    await expect(element).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

async function earlierLoading(stage: Stage) {
  const { page, look } = stage
  const letGo = await hold(page, 'messages.list')
  const app = await comeToLongChat(stage)
  await scrollUpTo(page, page.getByText('Loading earlier messages'))
  await look()
  await letGo()
  await expect(page.getByText('Loading earlier messages')).not.toBeAttached()
  await scrollUpTo(page, app.message('Note 0.'))
}

async function earlierFailed(stage: Stage) {
  const { page, look } = stage
  const allow = await refuse(page, 'messages.list')
  const app = await comeToLongChat(stage)
  await scrollUpTo(page, page.getByText('Earlier messages couldn’t be loaded.'))
  await look()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Earlier messages couldn’t be loaded.')).not.toBeAttached()
  await scrollUpTo(page, app.message('Note 0.'))
}

async function lookingFor(stage: Stage) {
  const { page, come, look } = stage
  const { chat, first } = addLongChat(stage)
  const letGo = await hold(page, 'messages.list')
  const app = await come(addressOf(chat.id, first?.id))
  await expect(page.getByText('Finding the message…')).toBeVisible()
  await look()
  await letGo()
  await expect(app.message('Note 0.')).toBeFocused()
  await expect(page.getByText('Finding the message…')).toBeHidden()
}

async function notShown(stage: Stage) {
  const { page, come, look } = stage
  const { chat, first } = addLongChat(stage)
  await refuse(page, 'messages.list', 'forbidden')
  await come(addressOf(chat.id, first?.id))
  await expect(page.getByText(`The message couldn’t be shown. ${REASON}`)).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('The message couldn’t be shown.')).toBeHidden()
}

async function notInIt(stage: Stage) {
  const { page, come, look } = stage
  const { chat } = addLongChat(stage)
  const app = await come(`${addressOf(chat.id)}&message=${chat.id}`)
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
async function comeAsStranger({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Dana’s own' })
  clinic.me = clinic.users.find(({ name }) => name === 'Omar Haddad')!
  const omar = await come(addressOf(chat.id))
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
  const letGo = await holdFile(page, DETAILS)
  const app = await come()
  await app.open('Rivera family')
  await app.membersButton.click()
  await expect(app.members.getByText('Loading details')).toBeAttached()
  await look()
  await letGo()
  await expect(app.members.getByRole('listitem')).toHaveCount(4)
}

async function membersFailed({ page, come, look, forgive }: Stage) {
  forgive(/ERR_FAILED/)
  await loseFile(page, DETAILS)
  const app = await come()
  await app.open('Rivera family')
  await app.membersButton.click()
  await expect(app.members.getByText('Details couldn’t be shown')).toBeVisible()
  await look()
  // The rest of the app keeps working.
  await app.members.getByRole('button', { name: 'Close Details' }).click()
  await app.text.fill('Still here')
  await expect(app.text).toHaveValue('Still here')
  await expect(chatPane(page).pane).toBeHidden()
}
