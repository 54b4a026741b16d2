import { lose as loseFile } from '../pages/network.ts'
import { pendingMessages } from '../pages/pending.ts'
import { addChat, addPending, addressOf, addTexts } from './arrange.ts'
import { sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Pending: held', ({ stage }) => held(stage))
test('Pending: one scheduled', ({ stage }) => scheduled(stage))
test('Pending: several scheduled and one returned', ({ stage }) => several(stage))
test('Pending: scheduled by someone else', ({ stage }) => byOther(stage))
test('Pending: edited', ({ stage }) => edited(stage))
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
  await app.text.fill('Hello')
  await on.more.click()
  await expect(on.menu.getByRole('menuitem')).toHaveCount(5)
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
