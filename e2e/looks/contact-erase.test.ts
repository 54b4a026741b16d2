import type { Chat, Contact, Member } from '@partyline/contract'
import { ERASED } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'
import { memberOf, noteBy } from '@partyline/web/looks'
import { chatPane } from '../pages/chat-pane.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addChat, addPicture, addressOf, addTexts } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { announceContacts, expectNotFetched } from './events.ts'
import { expect, expectKept, test } from './look.ts'
import type { Stage } from './look.ts'
import { addPeople, LONG } from './people.ts'
import { expectUsable } from './sizes.ts'

test('Erase: with texts', ({ stage }) => withTexts(stage))
test('Erase: without texts', ({ stage }) => withoutTexts(stage))
test('Erase: the only one found', ({ stage }) => onlyFound(stage))
test('Erase: by keyboard alone', ({ stage }) => byKeyboard(stage))
test('Erase: refused', ({ stage }) => refused(stage))
test('Erase: someone else deletes it', ({ stage }) => gone(stage))
test('Erase: its own event comes before the answer, and again after it', ({ stage }) => ownEvents(stage))
test('Erase: for a User', ({ stage }) => forUsers(stage))
test('Erase: from a chat, with its older texts and its notes', ({ stage }) => fromChat(stage))
test('Erase: from a chat, whose events come first', ({ stage }) => eventFirst(stage))
test('Erase: after the chat was open', ({ stage }) => afterChat(stage))
test('Chat: with erased former members', ({ stage }) => formerMembers(stage))

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
  // The consent is loaded later, and moves the buttons below.
  await expect(contacts.pane.getByRole('button', { name: 'Record consent…' })).toBeVisible()
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
  // The list is current by then, and the card is still there.
  await expect(contacts.names.filter({ hasText: 'Vera Lund' })).toHaveCount(0)
  await expect(page.getByText('This contact was deleted')).toHaveCount(0)
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

async function onlyFound(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  await stage.come(`/contacts?q=${encodeURIComponent(vera.phones[0]!.number)}&contact=${vera.id}`)
  const { pane, names, search } = contactsPage(page)
  const { submit, close } = eraseDialog(stage)
  await expect(names).toHaveCount(1)
  await pane.getByRole('button', { name: 'Erase…' }).click()
  await submit.click()
  await close.click()
  await expect(pane).toBeHidden()
  await expect(names).toHaveCount(0)
  await expect(search).toBeFocused()
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

async function ownEvents(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  await stage.come('/contacts')
  const { card, pane, name, names } = contactsPage(page)
  await name(vera.name).click()
  await pane.getByRole('button', { name: 'History' }).click()
  await expect(pane.getByText('No changes yet.')).toBeVisible()
  await pane.getByRole('button', { name: 'Erase…' }).click()
  const { submit, result, close } = eraseDialog(stage)
  // The card is being fetched when the request is sent.
  const { company } = vera
  vera.company = 'Dock 9'
  await stage.update()
  const answer = await hold(page, 'contacts.get')
  await announceContacts(stage, 'PhoneNumbersUpdated')
  const release = await hold(page, 'contacts.erase')
  await submit.click()
  await expect(page.getByRole('button', { name: 'Erasing…' })).toBeVisible()
  await answer()
  await expectNotFetched(stage, vera.id)
  await release()
  await expect(result).toBeVisible()
  await expect(names.filter({ hasText: vera.name })).toHaveCount(0)
  await expectNotFetched(stage, vera.id)
  await expect(card).toContainText(company)
  await close.click()
  await expect(pane).toBeHidden()
  await expect(names.first()).toBeFocused()
  // It is fetched, and found missing.
  await page.goForward()
  await expect(pane).toContainText('This contact was deleted')
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

/** Opens a chat of Vera with a note and more texts than one page, all of which are loaded. */
async function comeToLongChat(stage: Stage) {
  const { clinic, come } = stage
  const { vera } = addPeople(clinic)
  const chat = addChatOf(clinic, vera)
  const texts = Array.from({ length: TEXTS }, (_, at) => `Vera’s text ${at + 1}`)
  const [oldest] = addTextsOf(clinic, chat, vera, texts)
  clinic.notes[chat.id] = [noteBy(clinic.me, 'Vera moved to London', { createdOn: oldest!.sentOn })]
  const app = await come(addressOf(chat.id))
  await scrollUpTo(app, 'Vera moved to London')
  return { app, chat, vera }
}

async function scrollUpTo({ transcript }: ChatsPage, text: string) {
  await expect(async () => {
    // Also where it is at the top already, there is something to scroll.
    await transcript.evaluate(async (log) => {
      log.scrollTo(0, 100)
      await new Promise((resolve) => log.ownerDocument.defaultView?.requestAnimationFrame(resolve))
      log.scrollTo(0, 0)
    })
    await expect(transcript.getByText(text)).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** Also what was loaded before is no longer shown. */
async function expectErased(app: ChatsPage) {
  await expect(app.title).toHaveText(ERASED.name)
  await expect(app.newest).toContainText(ERASED.text)
  await scrollUpTo(app, ERASED.note)
  await expect(app.transcript).not.toContainText('Vera')
  await expect(app.list).not.toContainText('Vera Lund')
}

async function fromChat(stage: Stage) {
  const { page, look } = stage
  const { app } = await comeToLongChat(stage)
  await app.title.getByRole('button').click()
  await app.members.getByRole('button', { name: 'Erase…' }).click()
  const { box, submit, result, close } = eraseDialog(stage)
  await box.check()
  await submit.click()
  await expect(result).toContainText(`${TEXTS} texts and 1 note`)
  // The list is current by then, and the card is still there.
  await expect(page.getByText(`${ERASED.name}: ${ERASED.text}`)).toBeVisible()
  await expect(page.getByText('This contact was deleted')).toHaveCount(0)
  await close.click()
  await expect(app.members.getByRole('list', { name: 'Former members' })).toContainText(ERASED.name)
  await expect(page.locator(':focus')).toBeVisible()
  await look()
  await expectErased(app)
}

/** The card behind the result closes when an event says that the contact has left the chat. */
async function eventFirst(stage: Stage) {
  const { page, clinic, announce } = stage
  const { app, chat, vera } = await comeToLongChat(stage)
  await app.title.getByRole('button').click()
  await app.members.getByRole('button', { name: 'Erase…' }).click()
  const { submit, result, close } = eraseDialog(stage)
  await submit.click()
  await expect(result).toBeVisible()
  const isVera = ({ id }: Member) => (id as string) === vera.phones[0]!.id
  const leaving = { name: ERASED.name, number: '', deletedOn: new Date().toISOString() }
  const members = chat.members.map((member) => (isVera(member) ? { ...member, ...leaving } : member))
  const version = chat.version + 1
  const patch = { ...chat, name: ERASED.name, members, version }
  const data = { patch, lastMessage: chat.messages.at(-1)!, unreadCounts: {}, changes: [] }
  const { tenantId } = clinic.me
  await announce({ tenantId, area: 'ChatList', kind: 'MemberRemovedFromChat', chatId: chat.id, version, data })
  await expect(page.getByText('Former members')).toBeVisible()
  await expect(result.getByRole('region', { name: 'Contact erased' })).toBeFocused()
  await close.click()
  await expect(app.title).toHaveText(ERASED.name)
  await expect(page.locator(':focus')).toBeVisible()
}

async function afterChat(stage: Stage) {
  const { page } = stage
  const { app, vera } = await comeToLongChat(stage)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await contactsPage(page).name(vera.name).click()
  await contactsPage(page).pane.getByRole('button', { name: 'Erase…' }).click()
  const { box, submit, close } = eraseDialog(stage)
  await box.check()
  await submit.click()
  await close.click()
  await page.getByRole('link', { name: 'Chats' }).click()
  await app.open(ERASED.name)
  await expectErased(app)
}

/** Nothing tries to show, copy, or call a number that is empty. */
async function formerMembers(stage: Stage) {
  const { page, clinic, come } = stage
  const { vera, leila, misaki } = addPeople(clinic)
  const chat = addChatOf(clinic, vera, { name: 'Street party', team: ['Mei Tanaka'] })
  const others = [leila, misaki].map(({ phones }) => phones[0]!.id)
  chat.members.push(...clinic.contacts.filter(({ id }) => others.includes(id)).map(memberOf))
  addTexts(clinic, chat, ['Who brings the tables?'])
  addTextsOf(clinic, chat, vera, [ERASED.text])
  addTextsOf(clinic, chat, misaki, [ERASED.text])
  addTextsOf(clinic, chat, leila, ['I do'])
  const erased = [vera, misaki].map(({ phones }) => phones[0]!.id as string)
  for (const member of chat.members.filter(({ id }) => erased.includes(id)))
    Object.assign(member, { name: ERASED.name, number: '', deletedOn: '2026-11-20T10:00:00.000Z' })
  const app = await come(addressOf(chat.id))
  await expect(app.message(ERASED.text).first()).toContainText(ERASED.name)
  await app.membersButton.click()
  const former = chatPane(page).pane.getByRole('list', { name: 'Former members' }).getByRole('listitem')
  await expect(former).toHaveText([/^EC\s*Erased contact\s*Left /, /^EC\s*Erased contact\s*Left /])
  await expect(former.getByRole('button')).toHaveCount(0)
  await expect(former.getByRole('link')).toHaveCount(0)
  // Each still has a color of its own.
  const colors = await former
    .locator('[aria-hidden]')
    .evaluateAll((avatars) => avatars.map((avatar) => avatar.getAttribute('style')))
  expect(new Set(colors).size).toBe(2)
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
