import { eventWithoutData } from '@partyline/contract'
import { lose as loseFile } from '../pages/network.ts'
import { pendingMessages } from '../pages/pending.ts'
import { addChat, addPending, addressOf, addTexts, giveBack } from './arrange.ts'
import { REASON, refuse, sent } from './calls.ts'
import { expect, expectRefused, test } from './look.ts'
import type { Stage } from './look.ts'

test('Pending: held', ({ stage }) => held(stage))
test('Pending: the first message of a chat is held, and its row says so', ({ stage }) => firstHeld(stage))
test('Pending: one scheduled', ({ stage }) => scheduled(stage))
test('Pending: several scheduled and one returned', ({ stage }) => several(stage))
test('Pending: scheduled by someone else', ({ stage }) => byOther(stage))
test('Pending: what others have undone is not shown', ({ stage }) => undoneByOther(stage))
test('Pending: only Admins can delete what others have scheduled', ({ stage }) => byOtherForUser(stage))
test('Pending: undone by an Admin, it is a draft of its author', ({ stage }) => undoneForOther(stage))
test('Pending: discarded after a failure', ({ stage }) => discarded(stage))
test('Pending: another time keeps whether a reply cancels it', ({ stage }) => otherTime(stage))
test('Pending: edited', ({ stage }) => edited(stage))
test('Pending: returned while it is edited', ({ stage }) => returnedMeanwhile(stage))
for (const wasSent of [true, false]) {
  test(`Pending: ${wasSent ? 'sent' : 'deleted'} while it is edited`, ({ stage }) => goneMeanwhile(stage, wasSent))
}
test('Pending: the files of the edited message failed to load', ({ stage }) => filesFailed(stage))
test('Pending: the menu', ({ stage }) => menu(stage))
test('Pending: a date and a time', ({ stage }) => dateAndTime(stage))
test('Pending: found under its filter, with what can be sent now', ({ stage }) => sentNow(stage))
test('Pending: composer in use', ({ stage }) => composerInUse(stage))

const CONTACT = { name: 'Penelope Pending-Longname of Longview', number: '+12025553311' }
const LONG =
  'Your appointment with Dr. Cole is tomorrow at nine. Please bring your insurance card, and arrive ten minutes early.'

type Pending = Parameters<typeof addPending>[2]

async function comeToChat({ clinic, come }: Stage, pending: Pending[] = []) {
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT], team: ['Omar Haddad'] })
  addTexts(clinic, chat, ['Hello, this is the clinic.'])
  for (const each of pending) addPending(clinic, chat, each)
  const app = await come(addressOf(chat.id))
  await expect(app.title).toHaveText(CONTACT.name)
  return app
}

const chatIn = ({ clinic }: Stage) => clinic.chats.find(({ name }) => name === CONTACT.name)!

/** Announces as the hub would that the chat’s pending messages have changed. */
async function announceChange(stage: Stage) {
  const { clinic, announce } = stage
  await announce(eventWithoutData(clinic.me.tenantId, 'DeliveryStatusUpdated', chatIn(stage).id))
}

async function firstHeld(stage: Stage) {
  const { clinic } = stage
  const chat = addChat(clinic, { name: 'Newly begun', contacts: [{ name: 'Nia Long', number: '+12025553288' }] })
  addPending(clinic, chat, { text: 'We open at eight.', state: 'held' })
  const app = await stage.come(addressOf(chat.id))
  await expect(app.chat('Newly begun')).toContainText('You: We open at eight.')
  await expect(app.chat('Newly begun').getByTitle('A message is waiting to be sent')).toBeVisible()
  await stage.look()
}

async function held(stage: Stage) {
  const app = await comeToChat(stage, [{ text: 'We open at eight.', state: 'held' }])
  await expect(app.message('We open at eight.')).toContainText('Sending in')
  await stage.look()
}

async function scheduled(stage: Stage) {
  await comeToChat(stage, [{ text: LONG }])
  await expect(pendingMessages(stage.page).item(LONG)).toBeVisible()
  await stage.look()
}

async function several(stage: Stage) {
  const { page } = stage
  const waiting = ['One', LONG, 'Three'].map((text) => ({ text }))
  await comeToChat(stage, [{ text: 'Any news?', state: 'returned' }, ...waiting])
  const on = pendingMessages(page)
  await expect(on.item('Any news?')).toContainText('Not sent')
  await expect(on.region.getByRole('button', { name: '3 scheduled messages' })).toBeVisible()
  await stage.look()
  await on.region.getByRole('button', { name: '3 scheduled messages' }).click()
  await expect(on.items).toHaveCount(4)
  await stage.look()
}

async function byOther(stage: Stage) {
  await comeToChat(stage, [{ text: LONG, by: 'Omar Haddad' }])
  const item = pendingMessages(stage.page).item(LONG)
  await expect(item).toContainText('Omar Haddad scheduled this')
  await expect(item.getByRole('button')).toHaveText(['Delete'])
  await stage.look()
}

async function undoneByOther(stage: Stage) {
  await comeToChat(stage, [
    { text: 'Not like this', state: 'returned', reason: 'undone', by: 'Omar Haddad' },
    { text: 'Any news?', state: 'returned', by: 'Omar Haddad' },
  ])
  await expect(pendingMessages(stage.page).items).toHaveText([/Any news\?/])
}

async function byOtherForUser({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT], team: ['Omar Haddad'] })
  addPending(clinic, chat, { text: LONG })
  clinic.me = clinic.users.find(({ name }) => name === 'Omar Haddad')!
  await come(addressOf(chat.id))
  const item = pendingMessages(page).item(LONG)
  await expect(item).toContainText('Dana Cole scheduled this')
  await expect(item.getByRole('button')).toHaveCount(0)
}

async function undoneForOther(stage: Stage) {
  const app = await comeToChat(stage, [{ text: 'We open at eight.', state: 'held', by: 'Omar Haddad' }])
  await pendingMessages(stage.page).undo.click()
  await expect(stage.page.getByText('Not sent. Its author can edit the message.')).toBeAttached()
  await announceChange(stage)
  await expect(app.message('We open at eight.')).toBeHidden()
  await expect(app.text).toHaveValue('')
}

async function discarded(stage: Stage) {
  const { page } = stage
  const app = await comeToChat(stage, [{ text: 'Any news?', state: 'returned' }])
  const on = pendingMessages(page)
  const allow = await refuse(page, 'messages.cancel')
  await on.action('Discard', 'Any news?').click()
  await expectRefused(stage, page.getByRole('dialog').filter({ hasText: REASON }))
  await allow()
  await on.action('Discard', 'Any news?').click()
  await expect(page.getByText('The message is discarded.')).toBeAttached()
  await announceChange(stage)
  await expect(on.region).toBeHidden()
  await expect(app.text).toBeFocused()
}

async function otherTime(stage: Stage) {
  await comeToChat(stage, [{ text: LONG, cancelOnReply: false }])
  await pendingMessages(stage.page).action('Change time', LONG).click()
  await expect(stage.page.getByRole('dialog').getByRole('checkbox')).not.toBeChecked()
}

async function edited(stage: Stage) {
  const app = await comeToChat(stage, [{ text: LONG }])
  const on = pendingMessages(stage.page)
  await on.action('Edit', LONG).click()
  await expect(app.text).toHaveValue(LONG)
  await expect(on.region).toHaveCount(0)
  await stage.look()
  await on.cancelEdit.click()
  await expect(app.text).toHaveValue('')
  await expect(on.item(LONG)).toBeVisible()
}

async function returnedMeanwhile(stage: Stage) {
  const { page, look } = stage
  const app = await comeToChat(stage, [{ text: LONG }])
  const on = pendingMessages(page)
  await on.action('Edit', LONG).click()
  await app.text.fill('See you at ten.')
  await giveBack(stage, chatIn(stage), 'replied')
  await expect(page.getByText('Not sent: someone replied first. You’re editing it.')).toBeVisible()
  await expect(app.toast).toContainText('It’s under the filter Returned.')
  await expect(on.schedule).toHaveCount(0)
  await expect(app.send).toBeEnabled()
  await expect(app.text).toHaveValue('See you at ten.')
  await look()
  await app.text.press('Enter')
  await expect(app.text).toHaveValue('')
  const [request] = await sent(page, 'messages.send')
  expect(request?.form).toMatchObject({ Message: 'See you at ten.', ReplacesMessageId: expect.any(String) })
  expect(request?.form).not.toHaveProperty('SendAt')
}

async function goneMeanwhile(stage: Stage, wasSent: boolean) {
  const { page, look, update } = stage
  const app = await comeToChat(stage, [{ text: LONG }])
  const on = pendingMessages(page)
  await on.action('Edit', LONG).click()
  await app.text.fill('See you at ten.')
  const chat = chatIn(stage)
  const { pending: _pending, ...message } = chat.pending.pop()!
  if (wasSent) chat.messages.push(message)
  chat.version += 1
  await update()
  await announceChange(stage)
  const fate = wasSent ? 'Sent in the meantime.' : 'Deleted in the meantime.'
  await expect(page.getByText(`${fate} What you write is a new message.`)).toBeVisible()
  await expect(on.schedule).toHaveCount(0)
  await expect(app.text).toHaveValue('See you at ten.')
  await look()
  await app.text.press('Enter')
  await expect(app.message('See you at ten.')).toBeVisible()
  const [request] = await sent(page, 'messages.send')
  for (const field of ['SendAt', 'ReplacesMessageId']) expect(request?.form).not.toHaveProperty(field)
}

async function filesFailed(stage: Stage) {
  const { page, look } = stage
  stage.forgive(/ERR_FAILED/)
  const app = await comeToChat(stage, [{ text: 'Behind the meadow', picture: true }])
  const on = pendingMessages(page)
  const find = await loseFile(page, /\/api\/v1\/media\//)
  const edit = on.action('Edit', 'Behind the meadow')
  await edit.click()
  const problem = page.getByRole('dialog', { name: 'The message’s files couldn’t be loaded' })
  await expect(problem).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  // Without its picture, it can't be sent.
  await expect(app.text).toHaveValue('Behind the meadow')
  await expect(on.schedule).toBeDisabled()
  await look()
  await find()
  await on.cancelEdit.click()
  await edit.click()
  await expect(page.getByRole('button', { name: 'Remove meadow.png' })).toBeVisible()
  await expect(on.schedule).toBeEnabled()
  await on.cancelEdit.click()
}

async function menu(stage: Stage) {
  // Without messages, whose buttons the menu would cover in part.
  const chat = addChat(stage.clinic, { name: CONTACT.name, contacts: [CONTACT] })
  const app = await stage.come(addressOf(chat.id))
  const on = pendingMessages(stage.page)
  await on.more.click()
  await expect(on.menu).toContainText('Write a message to send it later')
  await stage.look()
  await stage.page.keyboard.press('Escape')
  await expect(on.more).toBeFocused()
  await app.text.fill('Hello')
  await on.more.click()
  // How many times are offered depends on the day, and on the hour where the contact is.
  await expect(on.menu.getByRole('menuitem', { name: 'Pick a date and time…' })).toBeVisible()
  await stage.look()
}

async function dateAndTime(stage: Stage) {
  const app = await comeToChat(stage)
  const on = pendingMessages(stage.page)
  await app.text.fill('Hello')
  await on.more.click()
  await on.menu.getByRole('menuitem').last().click()
  await expect(stage.page.getByRole('dialog')).toBeVisible()
  await stage.look()
}

async function sentNow(stage: Stage) {
  const { page, clinic, come } = stage
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT] })
  addPending(clinic, chat, { text: 'See you tomorrow' })
  chat.scheduledCount = 1
  const app = await come()
  const on = pendingMessages(page)
  await app.filter.click()
  await page.getByRole('menuitemcheckbox', { name: /Scheduled/ }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: /Scheduled/ }).press('Escape')
  await expect(app.chats).toHaveCount(1)
  await app.chat(CONTACT.name).click()
  await expect(on.item('See you tomorrow')).toContainText('Scheduled for')
  await on.action('Send now', 'See you tomorrow').click()
  await expect.poll(() => sent(page, 'messages.reschedule')).toMatchObject([{ body: { sendAt: null } }])
}

async function composerInUse(stage: Stage) {
  const app = await comeToChat(stage, [{ text: LONG }])
  await app.text.fill('Something else')
  await pendingMessages(stage.page).action('Edit', LONG).click()
  await expect(app.dialog('You’re writing another message')).toBeVisible()
  await stage.look()
}
