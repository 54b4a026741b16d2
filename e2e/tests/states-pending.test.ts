import { readFile } from 'node:fs/promises'
import { signIn } from '@partyline/driver'
import { arrangeChat, arrangePending, arrangeTexts } from '../pages/arrange.ts'
import { appUrl, chatUrl } from '../pages/addresses.ts'
import { MEADOW } from '../pages/attach.ts'
import { lose } from '../pages/network.ts'
import { pendingMessages, tomorrow } from '../pages/pending.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Pending', state: 'held', play: held },
  { screen: 'Pending', state: 'one scheduled', play: scheduled },
  { screen: 'Pending', state: 'several scheduled and one returned', play: several },
  { screen: 'Pending', state: 'scheduled by someone else', play: byOther },
  { screen: 'Pending', state: 'edited', play: edited },
  { screen: 'Pending', state: 'the files of the edited message failed to load', play: filesFailed },
  { screen: 'Pending', state: 'the menu', play: menu },
  { screen: 'Pending', state: 'a date and a time', play: dateAndTime },
  { screen: 'Pending', state: 'composer in use', play: composerInUse },
]

playStates(STATES)

const CONTACT = { name: 'Penelope Pending-Longname of Longview', number: '+12025553311' }
const LONG =
  'Your appointment with Dr. Cole is tomorrow at nine. Please bring your insurance card, and arrive ten minutes early.'

async function comeToChat({ come }: Stage) {
  const chat = await arrangeChat({ name: CONTACT.name, contact: CONTACT })
  await arrangeTexts(chat.id, ['Hello, this is the clinic.'])
  const app = await come(chatUrl(chat.id))
  await expect(app.title).toHaveText(CONTACT.name)
  return { app, chat }
}

async function held(stage: Stage) {
  const { app, chat } = await comeToChat(stage)
  await arrangePending(chat.id, 'We open at eight.', { HoldSeconds: '30' })
  await expect(app.message('We open at eight.')).toContainText('Sending in')
  await stage.look()
}

async function scheduled(stage: Stage) {
  const { chat } = await comeToChat(stage)
  await arrangePending(chat.id, LONG, { SendAt: tomorrow() })
  await expect(pendingMessages(stage.page).item(LONG)).toBeVisible()
  await stage.look()
}

async function several(stage: Stage) {
  const { page } = stage
  const { app, chat } = await comeToChat(stage)
  const on = pendingMessages(page)
  await arrangePending(chat.id, 'Any news?', { SendAt: tomorrow() })
  await textFrom(CONTACT.number, 'I’m fine')
  await expect(on.item('Any news?')).toContainText('Not sent')
  for (const text of ['One', LONG, 'Three']) await arrangePending(chat.id, text, { SendAt: tomorrow() })
  await expect(on.region.getByRole('button', { name: '3 scheduled messages' })).toBeVisible()
  await app.toast.getByRole('button', { name: 'Close' }).click()
  await stage.look()
  await on.region.getByRole('button', { name: '3 scheduled messages' }).click()
  await expect(on.items).toHaveCount(4)
  await stage.look()
}

async function byOther(stage: Stage) {
  const chat = await arrangeChat({ name: CONTACT.name, contact: CONTACT })
  const omar = await signIn(appUrl(), 'omar@lakeside.example')
  await omar.get('chats.join', { params: { chatId: chat.id } })
  const form = new FormData()
  form.set('Message', LONG)
  form.set('SendAt', tomorrow())
  await omar.get('messages.send', { params: { chatId: chat.id }, form })
  await stage.come(chatUrl(chat.id))
  const item = pendingMessages(stage.page).item(LONG)
  await expect(item).toContainText('Omar Haddad scheduled this')
  await expect(item.getByRole('button')).toHaveText(['Delete'])
  await stage.look()
}

async function edited(stage: Stage) {
  const { app, chat } = await comeToChat(stage)
  await arrangePending(chat.id, LONG, { SendAt: tomorrow() })
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
  const { app, chat } = await comeToChat(stage)
  const on = pendingMessages(page)
  const picture = new File([await readFile(MEADOW)], 'meadow.png', { type: 'image/png' })
  await arrangePending(chat.id, 'Behind the meadow', { SendAt: tomorrow(), Media: picture })
  const find = await lose(page, /\/api\/v1\/media\//)
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
  const chat = await arrangeChat({ name: CONTACT.name, contact: CONTACT })
  const app = await stage.come(chatUrl(chat.id))
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
  const { app } = await comeToChat(stage)
  const on = pendingMessages(stage.page)
  await app.text.fill('Hello')
  await on.more.click()
  await on.menu.getByRole('menuitem').last().click()
  await expect(stage.page.getByRole('dialog')).toBeVisible()
  await stage.look()
}

async function composerInUse(stage: Stage) {
  const { app, chat } = await comeToChat(stage)
  await arrangePending(chat.id, LONG, { SendAt: tomorrow() })
  await app.text.fill('Something else')
  await pendingMessages(stage.page).action('Edit', LONG).click()
  await expect(app.dialog('You’re writing another message')).toBeVisible()
  await stage.look()
}
