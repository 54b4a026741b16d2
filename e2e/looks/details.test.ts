import { eventWithoutData } from '@partyline/contract'
import { chatPane } from '../pages/chat-pane.ts'
import { addChat, addPicture, addressOf, addTexts } from './arrange.ts'
import { hold, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Details: a contact with a long name and forty pictures', ({ stage }) => album(stage))
test('Details: actions by keyboard', ({ stage }) => byKeyboard(stage))
test('Details: no pictures or files', ({ stage }) => nothing(stage))
test('Details: pictures loading, failed, and retried', ({ stage }) => failed(stage))
test('Details: several contacts', ({ stage }) => several(stage))
test('Details: a chat of the team only', ({ stage }) => team(stage))

const LONG = { name: 'Maria-Theresia Wolfeschlegelsteinhausenbergerdorff-Rosenbaum', number: '+12025557401' }
const LOUISE = { name: 'Louise Rivard', number: '+12025557402' }

async function comeToDetails({ page, come }: Stage, chat: ReturnType<typeof addChat>) {
  const app = await come(addressOf(chat.id))
  await app.membersButton.click()
  const { pane, more } = chatPane(page)
  return { pane, more, pictures: pane.getByRole('list', { name: 'Pictures' }).getByRole('button') }
}

async function album(stage: Stage) {
  const { page, clinic } = stage
  const chat = addChat(clinic, { name: 'Maria', contacts: [LONG], team: ['Omar Haddad'] })
  const messages = addTexts(
    clinic,
    chat,
    Array.from({ length: 40 }, (_, index) => `Picture ${index + 1}`),
  )
  for (const [index, message] of messages.entries()) addPicture(message, { fileName: `meadow-${index + 1}.png` })
  addPicture(messages.at(-1)!, { fileName: 'prices.csv', contentType: 'text/csv' })
  // Axe takes pictures that are scrolled below the header for buttons above it: the transcript begins after them.
  for (const message of addTexts(clinic, chat, Array(50).fill('Thank you!'))) message.sentBy = chat.members.at(-1)!.id
  const { pane, pictures } = await comeToDetails(stage, chat)
  await expect(pane.getByRole('list', { name: 'Contact' })).toContainText(/Rosenbaum.*\(202\) 555-7401/)
  await expect(pictures).toHaveCount(12)
  await expect(pictures.first()).toHaveAccessibleName('Open picture meadow-40.png')
  await expect(pane.getByRole('link', { name: /prices\.csv/ })).toBeVisible()
  await stage.look()
  await pane.getByRole('button', { name: 'Show more' }).click()
  await expect(pictures).toHaveCount(24)
  await pictures.nth(12).click()
  const viewer = page.getByRole('dialog', { name: 'meadow-28.png' })
  await expect(viewer).toContainText('12 of 24')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'meadow-27.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pictures.nth(12)).toBeFocused()
  for (const count of [36, 40]) {
    await pane.getByRole('button', { name: 'Show more' }).click()
    await expect(pictures).toHaveCount(count)
  }
  await expect(pane.getByRole('button', { name: 'Show more' })).toBeHidden()
}

async function byKeyboard(stage: Stage) {
  const { page, clinic } = stage
  const chat = addChat(clinic, { name: LOUISE.name, contacts: [LOUISE] })
  const { pane, more } = await comeToDetails(stage, chat)
  // A tooltip would take the Escape.
  await page.mouse.move(0, 0)
  await more.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await stage.look()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(more).toBeFocused()
  await expect(pane).toBeVisible()
}

async function nothing(stage: Stage) {
  const { clinic } = stage
  const chat = addChat(clinic, { name: LOUISE.name, contacts: [LOUISE] })
  const { pane, pictures } = await comeToDetails(stage, chat)
  await expect(pane.getByText('No pictures or files yet')).toBeVisible()
  await expect(pane.getByRole('heading', { name: /^Other chats/ })).toBeHidden()
  // The number is there once.
  await expect(pane.getByText('(202) 555-7402')).toHaveCount(1)
  await stage.look()
  // One arrives while the pane is open.
  addPicture(addTexts(clinic, chat, ['Look'])[0]!)
  chat.version += 1
  await stage.update()
  await stage.announce(eventWithoutData(clinic.me.tenantId, 'MessageAddedToChat', chat.id))
  await expect(pictures).toHaveCount(1)
}

async function failed(stage: Stage) {
  const { page, clinic } = stage
  const chat = addChat(clinic, { name: LOUISE.name, contacts: [LOUISE] })
  addPicture(addTexts(clinic, chat, ['Look'])[0]!)
  const app = await stage.come(addressOf(chat.id))
  const allow = await refuse(page, 'messages.files')
  const letGo = await hold(page, 'messages.files')
  await app.membersButton.click()
  await expect(app.members.getByText('Loading pictures and files')).toBeAttached()
  await stage.look()
  await letGo()
  await expect(app.members.getByText('Pictures and files couldn’t be loaded.')).toBeVisible()
  await stage.look()
  await allow()
  await app.members.getByRole('button', { name: 'Try again' }).click()
  await expect(app.members.getByRole('list', { name: 'Pictures' }).getByRole('button')).toHaveCount(1)
}

async function several(stage: Stage) {
  const { clinic } = stage
  const chat = addChat(clinic, { name: 'Rivard family', contacts: [LONG, LOUISE], team: ['Omar Haddad'] })
  chat.members.at(-1)!.optedOut = true
  chat.members.at(-2)!.disabled = true
  addTexts(clinic, chat, ['See you on Monday.'])
  const { pane } = await comeToDetails(stage, chat)
  const contacts = pane.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(contacts).toHaveCount(2)
  await expect(contacts.first()).toContainText('Disabled')
  await expect(contacts.last()).toContainText(/\(202\) 555-7402.*Opted out \(texted STOP\)/)
  await expect(pane.getByRole('list', { name: 'Team' }).getByRole('listitem')).toHaveCount(2)
  await expectUsable(stage)
}

async function team(stage: Stage) {
  const { clinic } = stage
  const chat = addChat(clinic, { name: 'Lunch', team: ['Omar Haddad'] })
  const { pane } = await comeToDetails(stage, chat)
  await expect(pane.getByText('No contacts are in this chat. Only your team reads it.')).toBeVisible()
  await expect(pane.getByRole('list', { name: /^Contact/ })).toBeHidden()
  await stage.look()
}
