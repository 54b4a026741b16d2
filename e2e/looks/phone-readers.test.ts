import { chatPane } from '../pages/chat-pane.ts'
import { reachOf } from '../pages/hit-test.ts'
import { newMessage } from '../pages/new-chat.ts'
import { addChat, addContacts, addressOf } from './arrange.ts'
import { sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('A chat with two phones says that both read it, and which', ({ stage }) => opened(stage))
test('A phone that has opted out reads nothing', ({ stage }) => optedOut(stage))
test('A new chat asks before a second phone joins, with nothing preset', ({ stage }) => newGroup(stage))
test('Chat settings ask before a second phone joins', ({ stage }) => settings(stage))

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('A chat with two phones says so at 390 px', ({ stage }) => narrow(stage))
  test('So does one whose phones do not read each other', ({ stage }) => separately(stage))
})

const ANNA = { name: 'Anna Bell', number: '+12025553401' }
const BOB = { name: 'Bob Bell', number: '+12025553402' }

async function openGroup({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Anna Bell, Bob Bell', contacts: [ANNA, BOB] })
  await come(addressOf(chat.id))
  const readers = page.getByRole('button', { name: '2 phones read this' })
  const list = page.getByRole('dialog', { name: '2 phones read this' })
  return { readers, list }
}

async function opened(stage: Stage) {
  const { readers, list } = await openGroup(stage)
  await expect(readers).toHaveCount(2)
  await stage.look()
  await readers.first().click()
  await expect(list.getByRole('listitem')).toContainText(['(202) 555-3401', '(202) 555-3402'])
  await expect(list).toContainText('Each also reads what the others text.')
  await stage.look()
  await stage.page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(readers.first()).toBeFocused()
  await readers.last().click()
  await expect(list).toBeVisible()
}

async function optedOut({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Anna Bell, Bob Bell', contacts: [ANNA, BOB] })
  chat.members.at(-1)!.optedOut = true
  chat.relay = false
  await come(addressOf(chat.id))
  await page.getByRole('button', { name: '1 phone reads this' }).first().click()
  const list = page.getByRole('dialog', { name: '1 phone reads this' })
  await expect(list.getByRole('listitem').filter({ hasText: 'Bob Bell' })).toContainText('Opted out')
  await expect(list).toContainText('Only your team reads what they text.')
}

async function newGroup(stage: Stage) {
  const { page } = stage
  addContacts(stage.clinic, [ANNA, BOB])
  const app = await stage.come()
  await app.newChat.click()
  const { view, to, options, chips, text, relay } = newMessage(page)
  for (const { name } of [ANNA, BOB]) {
    await to.pressSequentially(name)
    await options.filter({ hasText: '(202) 555-34' }).click()
  }
  await expect(chips).toHaveText(['Anna Bell', 'Bob Bell'])
  await expect(view.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(view.getByRole('radio')).toHaveCount(2)
  await expect(view.getByRole('button', { name: '2 phones read this' })).toBeVisible()
  await stage.look()
  await text.fill('About the results: they are positive.')
  await text.press('Enter')
  await expect(view.getByText('Choose who reads the answers.')).toBeVisible()
  await expect(relay('As a group')).toBeFocused()
  expect(await sent(page, 'chats.create')).toEqual([])
  await stage.look()
  await relay('Only the team').check()
  await expect(view.getByRole('button', { name: '2 phones read this separately' })).toBeVisible()
  await text.press('Enter')
  await expect(app.title).toHaveText('Anna Bell, Bob Bell')
  const [request] = await sent(page, 'chats.create')
  expect(request?.form).toMatchObject({ Relay: false, AutoName: true })
}

async function settings({ page, clinic, come, look }: Stage) {
  const chat = addChat(clinic, { name: ANNA.name, contacts: [ANNA] })
  addContacts(clinic, [BOB])
  const app = await come(addressOf(chat.id))
  const pane = chatPane(page)
  await app.membersButton.click()
  await pane.change.click()
  await expect(pane.settings.getByRole('radio')).toHaveCount(0)
  await pane.members.click()
  await pane.members.pressSequentially('bob')
  await page.getByRole('option', { name: BOB.name }).click()
  await expect(pane.settings.getByRole('radio', { checked: true })).toHaveCount(0)
  await pane.save.click()
  await expect(pane.relay('As a group')).toBeFocused()
  await look()
  expect(await sent(page, 'chats.update')).toEqual([])
  await pane.relay('As a group').check()
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
  const [request] = await sent(page, 'chats.update')
  expect(request?.body).toMatchObject({ name: ANNA.name, relay: true })
}

async function narrow(stage: Stage) {
  const { readers, list } = await openGroup(stage)
  await expect(readers).toHaveCount(2)
  await stage.look()
  await expect.poll(() => reachOf(readers.first())).toBeGreaterThanOrEqual(40)
  await readers.last().click()
  await expect(list).toBeInViewport({ ratio: 1 })
  await stage.look()
}

async function separately({ page, clinic, come, look }: Stage) {
  const chat = addChat(clinic, { name: 'Anna Bell, Bob Bell', contacts: [ANNA, BOB] })
  chat.relay = false
  await come(addressOf(chat.id))
  const readers = page.getByRole('button', { name: '2 phones read this separately' })
  await expect(readers).toHaveCount(2)
  for (const one of await readers.all()) await expect(one).toBeInViewport({ ratio: 1 })
  await look()
}
