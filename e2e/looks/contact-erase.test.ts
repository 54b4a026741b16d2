import type { Chat, Contact } from '@partyline/contract'
import { ERASED } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'
import { memberOf, noteBy } from '@partyline/web/looks'
import { chatPane } from '../pages/chat-pane.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addChat, addPicture, addressOf, addTexts } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { expect, expectKept, test } from './look.ts'
import type { Stage } from './look.ts'
import { addPeople, LONG } from './people.ts'
import { expectUsable } from './sizes.ts'

test('Erase: with texts', ({ stage }) => withTexts(stage))
test('Erase: without texts', ({ stage }) => withoutTexts(stage))
test('Erase: by keyboard alone', ({ stage }) => byKeyboard(stage))
test('Erase: refused', ({ stage }) => refused(stage))
test('Erase: someone else deletes it', ({ stage }) => gone(stage))
test('Erase: for a User', ({ stage }) => forUsers(stage))
test('Erase: from a chat, with its older texts and its notes', ({ stage }) => fromChat(stage))
test('Chat: with an erased former member', ({ stage }) => formerMember(stage))

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Erase: on a phone', ({ stage }) => onPhone(stage))
})

/** More than one page of them. */
const TEXTS = 80

/** A chat of Vera with Dana, or a group with her. */
function addChatOf(clinic: Clinic, { name, phones }: Contact, others: Parameters<typeof addChat>[1] = { name }): Chat {
  const chat = addChat(clinic, others)
  chat.members.push(memberOf(clinic.contacts.find(({ id }) => id === phones[0]!.id)!))
  return chat
}

/** Texts of a contact. */
function addTextsOf(clinic: Clinic, chat: Chat, { phones }: Contact, texts: readonly string[]) {
  const sentBy = phones[0]!.id as string as Chat['members'][number]['id']
  return addTexts(clinic, chat, texts).map((message) => Object.assign(message, { sentBy }))
}

/** Opens the dialog from the list. */
async function open(stage: Stage, { name }: Contact) {
  await stage.come('/contacts')
  const contacts = contactsPage(stage.page)
  await contacts.name(name).click()
  await contacts.pane.getByRole('button', { name: 'Erase…' }).click()
  return { contacts, ...eraseDialog(stage) }
}

function eraseDialog({ page }: Stage) {
  const dialog = page.getByRole('dialog', { name: 'Erase contact' })
  const result = page.getByRole('dialog', { name: 'Contact erased' })
  return {
    dialog,
    box: dialog.getByRole('checkbox', { name: 'Also erase their texts, files, and notes' }),
    submit: dialog.getByRole('button', { name: 'Erase' }),
    result,
    facts: (title: string) => result.getByRole('list', { name: title }).getByRole('listitem'),
    close: result.getByRole('button', { name: 'Close' }),
  }
}

async function withTexts(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  const chat = addChatOf(clinic, vera)
  const [first] = addTextsOf(clinic, chat, vera, ['Here is my card', 'And my address'])
  addPicture(first!)
  clinic.notes[chat.id] = [noteBy(clinic.me, 'Vera moved to London')]
  const { contacts, dialog, box, submit, result, facts, close } = await open(stage, vera)
  await expect(dialog).toContainText('Vera Lund will be deleted. Chats and the audit log will say “Erased contact”')
  await expect(dialog).toContainText('This can’t be undone.')
  await expect(box).not.toBeChecked()
  await expectUsable(stage)
  await box.check()
  await submit.click()
  await expect(facts('What was erased')).toHaveText([
    'The contact, its phones, and its history',
    'The name and numbers in 1 chat and in the audit log',
    '2 texts, 1 file, and 1 note',
  ])
  await expect(facts('What stays').last()).toHaveText('2 opt-outs, without the number, so that they stay in force')
  await expectUsable(stage)
  await close.click()
  await expect(result).toBeHidden()
  await expect(contacts.pane).toBeHidden()
  await expect(page).toHaveURL(/\/contacts$/)
  await expect(contacts.row('Tom Becker')).toBeVisible()
  await expect(contacts.row('Vera Lund')).toHaveCount(0)
  await expect(contacts.names.first()).toBeFocused()
  const [request] = await sent(page, 'contacts.erase')
  expect(request).toMatchObject({ params: { contactId: vera.id }, body: { messages: true } })
}

async function withoutTexts(stage: Stage) {
  const { page, clinic } = stage
  const { many } = addPeople(clinic)
  const { contacts, dialog, submit, result, facts } = await open(stage, many)
  await expect(dialog).toContainText(LONG)
  await submit.click()
  await expect(facts('What was erased').last()).toHaveText('The name and numbers in the audit log')
  await expect(facts('What stays').first()).toHaveText('Texts, files, and notes, under the name “Erased contact”')
  await expect(result).not.toContainText('opt-out')
  // Back closes the result, and the card with it.
  await page.goBack()
  await expect(result).toBeHidden()
  await expect(contacts.pane).toBeHidden()
  const [request] = await sent(page, 'contacts.erase')
  expect(request?.body).toEqual({ messages: false })
}

async function byKeyboard(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  await stage.come(`/contacts?contact=${vera.id}`)
  const { pane, names } = contactsPage(page)
  const opener = pane.getByRole('button', { name: 'Erase…' })
  const { dialog, box, submit, result, close } = eraseDialog(stage)
  await moveTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  // Pressed twice, Enter must not erase anything.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect(await sent(page, 'contacts.erase')).toEqual([])
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(result.getByRole('region', { name: 'Contact erased' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(result).toBeHidden()
  await expect(pane).toBeHidden()
  await expect(names.first()).toBeFocused()
}

async function refused(stage: Stage) {
  const { page, clinic, look, forgive } = stage
  forgive(/409/)
  const { vera } = addPeople(clinic)
  const { contacts, dialog, box, submit, result } = await open(stage, vera)
  await box.check()
  const undo = await refuse(page, 'contacts.erase', 'conflict')
  const release = await hold(page, 'contacts.erase')
  await submit.click()
  await expectKept(stage, dialog, 'Erasing…')
  await release()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await expect(dialog.getByRole('alert')).toBeInViewport()
  await expect(box).toBeChecked()
  await expect(submit).toBeFocused()
  await look()
  await undo()
  await submit.click()
  await expect(result).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(contacts.pane).toBeHidden()
}

async function gone(stage: Stage) {
  const { clinic, update, forgive, look } = stage
  forgive(/404/)
  const { vera } = addPeople(clinic)
  const { contacts, dialog, submit } = await open(stage, vera)
  // A change that no event has told of.
  clinic.cards = clinic.cards.filter((card) => card !== vera)
  clinic.contacts = clinic.contacts.filter(({ id }) => vera.phones.every((phone) => phone.id !== id))
  await update()
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else just deleted this contact')
  await look()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(contacts.pane).toContainText('This contact was deleted')
  await expect(contacts.row('Vera Lund')).toHaveCount(0)
}

async function forUsers(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  clinic.me.role = 'User'
  await stage.come(`/contacts?contact=${vera.id}`)
  const { pane } = contactsPage(page)
  await expect(pane.getByRole('button', { name: 'History' })).toBeVisible()
  await expect(pane.getByRole('button', { name: 'Erase…' })).toHaveCount(0)
}

async function fromChat(stage: Stage) {
  const { page, clinic, come, look } = stage
  const { vera } = addPeople(clinic)
  const chat = addChatOf(clinic, vera)
  const texts = Array.from({ length: TEXTS }, (_, at) => `Vera’s text ${at + 1}`)
  const [oldest] = addTextsOf(clinic, chat, vera, texts)
  clinic.notes[chat.id] = [noteBy(clinic.me, 'Vera moved to London', { createdOn: oldest!.sentOn })]
  const app = await come(addressOf(chat.id))
  const toTop = () => app.transcript.evaluate((log) => log.scrollTo(0, 0))
  await expect(async () => {
    await toTop()
    await expect(app.message('Vera’s text 1').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(app.transcript).toContainText('Vera moved to London')
  await app.title.getByRole('button').click()
  await app.members.getByRole('button', { name: 'Erase…' }).click()
  const { box, submit, result, close } = eraseDialog(stage)
  await box.check()
  await submit.click()
  await expect(result).toContainText(`${TEXTS} texts and 1 note`)
  await close.click()
  await expect(app.title).toHaveText(ERASED.name)
  await expect(app.members.getByRole('list', { name: 'Former members' })).toContainText(ERASED.name)
  await expect(app.newest).toContainText(ERASED.text)
  await look()
  // Also what was loaded before.
  await expect(async () => {
    await toTop()
    await expect(app.transcript.getByText(ERASED.note)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(app.transcript).not.toContainText('Vera')
  await expect(app.list).not.toContainText('Vera Lund')
  // Keyboard users continue in the page.
  await expect(page.locator(':focus')).toBeVisible()
}

/** Nothing tries to show, copy, or call a number that is empty. */
async function formerMember(stage: Stage) {
  const { clinic, come } = stage
  const { vera, leila } = addPeople(clinic)
  const chat = addChatOf(clinic, vera, { name: 'Street party', team: ['Mei Tanaka'] })
  chat.members.push(memberOf(clinic.contacts.find(({ id }) => id === leila.phones[0]!.id)!))
  addTexts(clinic, chat, ['Who brings the tables?'])
  addTextsOf(clinic, chat, vera, [ERASED.text])
  addTextsOf(clinic, chat, leila, ['I do'])
  const erased = chat.members.find(({ id }) => id === (vera.phones[0]!.id as string))!
  Object.assign(erased, { name: ERASED.name, number: '', deletedOn: '2026-11-20T10:00:00.000Z' })
  const app = await come(addressOf(chat.id))
  await expect(app.message(ERASED.text)).toContainText(ERASED.name)
  await app.membersButton.click()
  const former = chatPane(stage.page).pane.getByRole('list', { name: 'Former members' }).getByRole('listitem')
  await expect(former).toHaveText(/^EC\s*Erased contact\s*Left /)
  await expect(former.getByRole('button')).toHaveCount(0)
  await expect(former.getByRole('link')).toHaveCount(0)
  await expectUsable(stage)
}

async function onPhone(stage: Stage) {
  const { clinic, look } = stage
  const { vera } = addPeople(clinic)
  const { contacts, submit, result, close } = await open(stage, vera)
  await look()
  await submit.scrollIntoViewIfNeeded()
  await submit.tap()
  await expect(result).toBeVisible()
  await look()
  await close.tap()
  await expect(contacts.pane).toBeHidden()
}
