import type { ChatChange } from '@partyline/contract'
import type { ChatsPage } from '../pages/chats-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addChat, addressOf, addTexts, arrive, quote } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Transcript: a quote leads to its message, far back', ({ stage }) => quoted(stage))
test('Transcript: new messages while far back', ({ stage }) => newMessages(stage))
test('Transcript: a message written far back', ({ stage }) => writtenFarBack(stage))
test('Transcript: in a window that changes its height', ({ stage }) => resized(stage))
test('Transcript: links in a text', ({ stage }) => links(stage))
test('Transcript: a phone that was moved here', ({ stage }) => moved(stage))
test('Transcript: a hundred marks on each letter', ({ stage }) => marks(stage))
test('Transcript: who has seen an inbound message', ({ stage }) => seen(stage))

const PAT = { name: 'Pat Quill', number: '+12025556292' }

/** More than three pages, so that the oldest message is not loaded when the chat is opened. */
const MANY = Array.from({ length: 170 }, (_, at) => `Note ${at}.`)

/** Opens a long chat at its end, where a message quotes an early one. */
async function comeToLongChat({ clinic, come }: Stage) {
  const chat = addChat(clinic, { name: PAT.name, contacts: [PAT] })
  const notes = addTexts(clinic, chat, MANY)
  for (const reply of addTexts(clinic, chat, ['As I said'])) quote(reply, notes[20]!)
  const app = await come(addressOf(chat.id))
  await expect(app.message('As I said')).toBeInViewport({ ratio: 1 })
  await app.settled()
  return { chat, app }
}

async function goFarBack({ message }: ChatsPage) {
  await message('As I said')
    .getByRole('button', { name: /^Go to the message/ })
    .click()
  await expect(message('Note 20.')).toBeFocused()
  await expect(message('Note 20.')).toBeInViewport({ ratio: 1 })
}

async function quoted(stage: Stage) {
  const { page, look } = stage
  const { app } = await comeToLongChat(stage)
  const link = app.message('As I said').getByRole('button', { name: 'Go to the message of Dana Cole Note 20.' })
  await moveTo(page, app.newest, 'Shift+Tab')
  await moveTo(page, link)
  await page.keyboard.press('Enter')
  const early = app.message('Note 20.')
  await expect(early).toBeFocused()
  await expect(early).toBeInViewport({ ratio: 1 })
  await expect(app.message('As I said')).toBeHidden()
  await look()
  // Nothing moves while surrounding pages load.
  await app.settled()
  const top = (await early.boundingBox())?.y
  await page.keyboard.press('ArrowUp')
  await expect(app.message('Note 19.')).toBeFocused()
  expect((await early.boundingBox())?.y).toBe(top)
  // End and Home go to the last loaded message, where more are loaded.
  await pressUntilFocused(stage, app, 'End', 'As I said')
  await pressUntilFocused(stage, app, 'Home', 'Note 0.')
}

async function pressUntilFocused({ page }: Stage, app: ChatsPage, key: string, text: string) {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(app.message(text)).toBeFocused({ timeout: 1_000 })
  }).toPass()
}

async function newMessages(stage: Stage) {
  const { page, look } = stage
  const { chat, app } = await comeToLongChat(stage)
  await goFarBack(app)
  await expect(page.getByRole('button', { name: 'Go to the newest message' })).toBeVisible()
  for (const text of ['New one', 'New two']) await arrive(stage, chat, PAT.name, text)
  const back = page.getByRole('button', { name: '2 new messages' })
  await expect(back).toBeVisible()
  await expect(app.message('Note 20.')).toBeInViewport({ ratio: 1 })
  const [messages, button] = await Promise.all([app.transcript.boundingBox(), back.boundingBox()])
  expect(messages!.y + messages!.height).toBeLessThanOrEqual(button!.y)
  await look()
  await back.click()
  await expect(app.message('New two')).toBeInViewport({ ratio: 1 })
  await expect(back).toBeHidden()
}

async function writtenFarBack(stage: Stage) {
  const { app } = await comeToLongChat(stage)
  await goFarBack(app)
  await app.write('Back at the end')
  await expect(app.message('Back at the end')).toBeInViewport({ ratio: 1 })
}

async function resized(stage: Stage) {
  const { page } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  const { app } = await comeToLongChat(stage)
  for (const height of [420, 844, 600]) {
    await page.setViewportSize({ width: 390, height })
    await expect(app.newest).toBeInViewport({ ratio: 1 })
  }
}

/** Opens a chat with Pat and these texts of Dana. */
async function comeToChat({ clinic, come }: Stage, texts: readonly string[] = []) {
  const chat = addChat(clinic, { name: PAT.name, contacts: [PAT] })
  addTexts(clinic, chat, texts)
  return { chat, app: await come(addressOf(chat.id)) }
}

async function links(stage: Stage) {
  const { app } = await comeToChat(stage, [
    'See https://lakeside.example/a, or www.lakeside.example. Write to dana@lakeside.example or call (202) 555-0142!',
    'javascript:alert(123)',
  ])
  const found = app.message('See https').getByRole('link')
  await expect(found).toHaveText([
    'https://lakeside.example/a',
    'www.lakeside.example',
    'dana@lakeside.example',
    '(202) 555-0142',
  ])
  const targets = await found.evaluateAll((all) =>
    all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
  )
  expect(targets).toEqual([
    ['https://lakeside.example/a', '_blank', 'noopener noreferrer'],
    ['https://www.lakeside.example/', '_blank', 'noopener noreferrer'],
    ['mailto:dana@lakeside.example', null, null],
    ['tel:+12025550142', null, null],
  ])
  await expect(app.message('javascript:').getByRole('link')).toHaveCount(0)
  await stage.look()
}

async function moved({ clinic, come }: Stage) {
  const otherChat = addChat(clinic, { name: 'Before the move' })
  const chat = addChat(clinic, { name: 'After the move', contacts: [PAT] })
  const { id: memberId } = chat.members.find(({ name }) => name === PAT.name)!
  const id = '0000000f-1000-4000-8000-000000000001' as ChatChange['id']
  clinic.changes[chat.id] = [
    { id, kind: 'phoneMovedHere', at: chat.members[0]!.addedOn, by: null, memberId, otherChat },
  ]
  const { transcript, title } = await come(addressOf(chat.id))
  const line = transcript.getByRole('listitem').filter({ hasText: 'Pat Quill moved here from' })
  await line.getByRole('link', { name: 'Before the move' }).click()
  await expect(title).toHaveText('Before the move')
}

async function marks(stage: Stage) {
  const { chat, app } = await comeToChat(stage, ['The text above'])
  const above = app.message('The text above').getByText('The text above')
  await expect(above).toBeVisible()
  const before = await above.screenshot()
  const piled = Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x300 + (at % 70))).join('')
  await arrive(stage, chat, PAT.name, Array.from('Piled', (letter) => letter + piled).join(''))
  await expect(app.transcript.getByRole('article').nth(1)).toBeInViewport({ ratio: 1 })
  expect((await above.screenshot()).equals(before)).toBe(true)
}

async function seen({ page, come, look }: Stage) {
  const app = await come()
  await app.open('Greta Lindqvist')
  const message = app.message('bus is on strike')
  await message.hover()
  await message.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Delivery details' }).click()
  const rows = app.dialog('Message Delivery Status').getByRole('listitem')
  await expect(rows.filter({ hasText: 'Greta Lindqvist' })).toContainText('Sender')
  await expect(rows.filter({ hasText: 'Dana Cole' })).toContainText('Seen')
  await look()
}
