import type { ChatId, ContactId, LegalHold } from '@partyline/contract'
import { eventWithoutData, LEGAL_HOLD_LIMITS, LEGAL_HOLD_TEXTS } from '@partyline/contract'
import { memberOf } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'
import { chatPane } from '../pages/chat-pane.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { expect, expectKept, test } from './look.ts'
import type { Stage } from './look.ts'
import { addPeople, LONG } from './people.ts'
import { expectUsable } from './sizes.ts'

test('Legal holds: none', ({ stage }) => none(stage))
test('Legal holds: listed, and released by keyboard', ({ stage }) => listed(stage))
test('Legal holds: a thousand, searched', ({ stage }) => thousand(stage))
test('Legal holds: loading, failed, and retried', ({ stage }) => states(stage))
test('Legal holds: someone else has released it', ({ stage }) => releasedMeanwhile(stage))
test('Legal holds: placed on a chat by keyboard, and released', ({ stage }) => onChat(stage))
test('Legal holds: placed on a chat, refused', ({ stage }) => refused(stage))
test('Legal holds: placed on a contact, whose chat says so', ({ stage }) => onContact(stage))
test('Legal holds: a contact on hold can’t be deleted or erased', ({ stage }) => notDeleted(stage))
test('Legal holds: another Admin places one', ({ stage }) => byOthers(stage))
test('Legal holds: for a User', ({ stage }) => forUsers(stage))

test.describe('Legal holds', () => {
  test.use({ newPage: true })
  test('Legal holds: what is typed while the dialog loads is kept', ({ stage }) => typedEarly(stage))
})

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Legal holds: on a phone', ({ stage }) => onPhone(stage))
})

let holds = 0

/** Adds the newest hold. */
function addHold(clinic: Clinic, parts: Pick<LegalHold, 'name'> & Partial<LegalHold>): LegalHold {
  holds += 1
  const hold: LegalHold = {
    id: `0000000d-0000-4000-8000-${String(holds).padStart(12, '0')}` as LegalHold['id'],
    chatId: null,
    contactId: null,
    contactIds: [],
    reason: '',
    placedOn: '2026-11-19T15:00:00.000Z',
    placedBy: 'Mei Tanaka',
    ...parts,
  }
  clinic.holds.unshift(hold)
  return hold
}

const chatId = (index: number) => `0000000e-0000-4000-8000-${String(index).padStart(12, '0')}` as ChatId
const contactId = (index: number) => chatId(index) as string as ContactId

async function open({ page, come }: Stage) {
  await come('/admin/legal-holds')
  const card = page.getByRole('region', { name: 'Legal holds' })
  return {
    card,
    items: card.getByRole('listitem'),
    release: (name: string) => card.getByRole('button', { name: `Release the hold on ${name}` }),
    question: page.getByRole('dialog', { name: 'Release legal hold' }),
  }
}

async function none(stage: Stage) {
  const { card } = await open(stage)
  await expect(card).toContainText('No legal holds')
  await expect(card).toContainText('open the details of a chat and choose “More actions”')
  await expectUsable(stage)
}

async function listed(stage: Stage) {
  const { page, clinic } = stage
  addHold(clinic, { name: LONG, contactId: contactId(1), reason: LONG.repeat(3), placedBy: LONG })
  addHold(clinic, { name: 'Rivera family', chatId: clinic.chats[4]!.id, reason: 'Rivera v. Lakeside' })
  const { card, items, release, question } = await open(stage)
  await expect(items.first()).toHaveText(
    /^Rivera familyChat · Placed by Mei Tanaka on November 19, 2026Rivera v\. Lakeside/,
  )
  await expect(items.last()).toContainText('Contact · Placed by')
  await expectUsable(stage)
  await moveTo(page, release('Rivera family'))
  await page.keyboard.press('Enter')
  await expect(question).toContainText('that are older than its line keeps will be deleted')
  await expect(question).toContainText('Reason for the hold: Rivera v. Lakeside')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectUsable(stage)
  await moveTo(page, question.getByRole('button', { name: 'Release' }))
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(items).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('Legal hold released')
  await release(LONG).click()
  await expect(question).toContainText('can be deleted and erased')
  await question.getByRole('button', { name: 'Release' }).click()
  await expect(card).toContainText('No legal holds')
  // The focus stays where the list was.
  await expect(card.locator(':focus')).toContainText('No legal holds')
}

async function thousand(stage: Stage) {
  const { page, clinic } = stage
  for (let index = 1; index <= LEGAL_HOLD_LIMITS.listed; index += 1)
    addHold(clinic, { name: `Patient ${index}`, chatId: chatId(index), reason: `Case ${index % 7}` })
  const { card, items } = await open(stage)
  await expect(items).toHaveCount(50)
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(items).toHaveCount(100)
  const search = card.getByRole('searchbox', { name: 'Search legal holds' })
  await search.fill('patient 77')
  await expect(items).toHaveCount(11)
  await expect(card.getByRole('button', { name: 'Show more' })).toBeHidden()
  await search.fill('nothing like it')
  await expect(card).toContainText('No results')
  await stage.look()
  await search.fill('mei')
  await expect(items).toHaveCount(100)
  await items.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/\?chat=0000000e-0000-4000-8000-000000001000$/)
}

async function states(stage: Stage) {
  const { page, look } = stage
  const allow = await refuse(page, 'legalHolds.list')
  const letGo = await hold(page, 'legalHolds.list')
  const { card } = await open(stage)
  await expect(card.locator('[aria-busy=true]')).toBeVisible()
  await letGo()
  await expect(card).toContainText('Legal holds couldn’t be loaded')
  await look()
  await allow()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card).toContainText('No legal holds')
}

async function releasedMeanwhile(stage: Stage) {
  const { clinic, update, forgive } = stage
  forgive(/404/)
  addHold(clinic, { name: 'Rivera family', chatId: clinic.chats[4]!.id })
  const { card, release, question } = await open(stage)
  await release('Rivera family').click()
  clinic.holds = []
  await update()
  await question.getByRole('button', { name: 'Release' }).click()
  await expect(question).toBeHidden()
  await expect(card).toContainText('No legal holds')
}

async function comeToDetails(stage: Stage) {
  const { page, clinic, come } = stage
  const { vera } = addPeople(clinic)
  const chat = addChat(clinic, { name: vera.name })
  chat.members.push(memberOf(clinic.contacts.find(({ id }) => id === vera.phones[0]!.id)!))
  addTexts(clinic, chat, ['See you at nine.'])
  const app = await come(addressOf(chat.id))
  await app.membersButton.click()
  return { vera, chat, dialog: page.getByRole('dialog', { name: 'Place on legal hold' }), details: chatPane(page) }
}

async function typedEarly(stage: Stage) {
  const { page } = stage
  let load = () => {}
  const held = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/place-hold-modal*.js', async (route) => {
    await held
    await route.fallback()
  })
  const { dialog, details } = await comeToDetails(stage)
  await details.choose('Place on legal hold…')
  await expect(page.getByRole('dialog', { name: 'Loading' })).toBeVisible()
  await page.keyboard.type('Lund v. Lakeside')
  load()
  const reason = dialog.getByRole('textbox', { name: 'Reason (optional)' })
  await expect(reason).toHaveValue('Lund v. Lakeside')
  await page.keyboard.type(' 2')
  await expect(reason).toHaveValue('Lund v. Lakeside 2')
}

async function onChat(stage: Stage) {
  const { page } = stage
  const { chat, dialog, details } = await comeToDetails(stage)
  const { pane, more } = details
  const item = (name: string) => page.getByRole('menuitem', { name })
  await moveTo(page, more)
  await page.keyboard.press('Enter')
  await moveTo(page, item('Place on legal hold…'), 'ArrowDown')
  await stage.look()
  await page.keyboard.press('Enter')
  const reason = dialog.getByRole('textbox', { name: 'Reason (optional)' })
  await expect(reason).toBeFocused()
  await expect(dialog).toContainText('no texts, files, or notes of “Vera Lund” are deleted')
  await page.keyboard.type('Lund v. Lakeside')
  await expectUsable(stage)
  await moveTo(page, dialog.getByRole('button', { name: 'Place hold' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.locator(':focus')).toBeVisible()
  await expect(pane).toContainText('This chat is on legal hold')
  await expect(pane).toContainText('Lund v. Lakeside')
  expect((await sent(page, 'legalHolds.place')).map(({ body }) => body)).toEqual([
    { chatId: chat.id, reason: 'Lund v. Lakeside' },
  ])
  await expectUsable(stage)
  await details.choose('Delete chat')
  await expect(details.deleteDialog).toContainText(
    'Messages are kept, and Admins can restore the chat for 30 days. The chat is on legal hold. Deleting it doesn’t release the hold.',
  )
  await expectUsable(stage)
  await page.keyboard.press('Escape')
  await details.choose('Release legal hold…')
  await page.getByRole('dialog', { name: 'Release legal hold' }).getByRole('button', { name: 'Release' }).click()
  await expect(pane).not.toContainText('on legal hold')
  await details.choose('Delete chat')
  await expect(details.deleteDialog).toContainText('Messages are kept')
  await expect(details.deleteDialog).not.toContainText('legal hold')
  await page.keyboard.press('Escape')
  await more.click()
  await expect(item('Place on legal hold…')).toBeVisible()
}

async function refused(stage: Stage) {
  const { page, look } = stage
  const { dialog, details } = await comeToDetails(stage)
  await details.choose('Place on legal hold…')
  const reason = dialog.getByRole('textbox', { name: 'Reason (optional)' })
  await reason.fill('Lund v. Lakeside')
  const undoReason = await refuse(page, 'legalHolds.place', 'validation', { field: 'reason' })
  await dialog.getByRole('button', { name: 'Place hold' }).click()
  await expect(reason).toHaveAccessibleDescription(new RegExp(REASON.replace('.', String.raw`\.`)))
  await expect(reason).toBeFocused()
  await undoReason()
  await refuse(page, 'legalHolds.place')
  const letGo = await hold(page, 'legalHolds.place')
  await dialog.getByRole('button', { name: 'Place hold' }).click()
  await expectKept(stage, dialog, 'Placing…')
  await letGo()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await expect(reason).toHaveValue('Lund v. Lakeside')
  await look()
}

async function onContact(stage: Stage) {
  const { page } = stage
  const { vera, dialog, details } = await comeToDetails(stage)
  const { pane } = details
  await pane
    .getByRole('list', { name: 'Contact' })
    .getByRole('button', { name: /Vera Lund/ })
    .first()
    .click()
  const card = pane.getByRole('article', { name: vera.name })
  await card.getByRole('button', { name: 'Place on legal hold…' }).click()
  await expect(dialog).toContainText('can’t be deleted or erased, and nothing in the contact’s chats is deleted')
  await dialog.getByRole('button', { name: 'Place hold' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Vera Lund is on legal hold')
  await expect(card.getByRole('button', { name: 'Release legal hold…' })).toBeFocused()
  await expectUsable(stage)
  expect((await sent(page, 'legalHolds.place')).map(({ body }) => body)).toEqual([{ contactId: vera.id, reason: '' }])
  await card.getByRole('button', { name: 'Erase…' }).hover()
  await stage.look()
  await pane.getByRole('button', { name: 'Back to chat details' }).click()
  await expect(pane).toContainText('Vera Lund is on legal hold')
  await details.choose('Delete chat')
  await expect(details.deleteDialog).toContainText('The chat is on legal hold.')
}

async function notDeleted(stage: Stage) {
  const { page, clinic, come, forgive, update, announce } = stage
  forgive(/409/)
  const { vera } = addPeople(clinic)
  addHold(clinic, { name: vera.name, contactId: vera.id })
  await come(`/contacts?contact=${vera.id}`)
  const { pane } = contactsPage(page)
  await expect(pane).toContainText('is on legal hold')
  const onHold = page.getByRole('dialog', { name: 'Vera Lund is on legal hold' })
  for (const name of ['Delete contact', 'Erase…']) {
    const button = pane.getByRole('button', { name })
    await moveTo(page, button)
    await page.keyboard.press('Enter')
    await expect(onHold).toContainText('Until the hold is released, this contact can’t be deleted or erased.')
    await expect(onHold.getByRole('button')).toHaveText(['Close'])
    await expect(onHold.getByRole('button')).toBeFocused()
    if (name === 'Erase…') await expectUsable(stage)
    await page.keyboard.press('Enter')
    await expect(onHold).toBeHidden()
    await expect(button).toBeFocused()
  }
  expect([...(await sent(page, 'contacts.delete')), ...(await sent(page, 'contacts.erase'))]).toEqual([])
  // On a chat, and on another contact of a chat.
  clinic.holds = []
  addHold(clinic, { name: 'Lund family', chatId: chatId(1), contactIds: [vera.id], reason: 'Case 12' })
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'PhoneNumbersUpdated'))
  const inChat = 'This contact is in the chat “Lund family”, which is on legal hold'
  await expect(pane).toContainText(`${inChat}Case 12`)
  await pane.getByRole('button', { name: 'Delete contact' }).click()
  await expect(page.getByRole('dialog', { name: inChat })).toContainText('Until the hold is released')
  await page.keyboard.press('Escape')
  clinic.holds = []
  addHold(clinic, { name: 'Per Lund', contactId: contactId(1), contactIds: [contactId(1), vera.id] })
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'PhoneNumbersUpdated'))
  await expect(pane).toContainText('This contact is in a chat with Per Lund, who is on legal hold')
  await expectUsable(stage)
  // Another Admin places the hold in the meantime.
  clinic.holds = []
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'PhoneNumbersUpdated'))
  await expect(pane).not.toContainText('is on legal hold')
  await pane.getByRole('button', { name: 'Delete contact' }).click()
  addHold(clinic, { name: vera.name, contactId: vera.id })
  await update()
  const deletion = page.getByRole('dialog', { name: 'Delete contact' })
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await expect(deletion.getByRole('alert')).toContainText(LEGAL_HOLD_TEXTS.onHold)
  await stage.look()
  await deletion.getByRole('button', { name: 'Cancel' }).click()
  const chat = addChat(clinic, { name: 'Lund family' })
  chat.members.push(memberOf(clinic.contacts.find(({ id }) => id === vera.phones[0]!.id)!))
  clinic.holds = []
  addHold(clinic, { name: chat.name, chatId: chat.id })
  await update()
  await pane.getByRole('button', { name: 'Erase…' }).click()
  const erasure = page.getByRole('dialog', { name: 'Erase contact' })
  await erasure.getByRole('button', { name: 'Erase' }).click()
  await expect(erasure.getByRole('alert')).toContainText(LEGAL_HOLD_TEXTS.chatOnHold('Lund family'))
  await stage.look()
}

async function byOthers(stage: Stage) {
  const { clinic, update, announce } = stage
  const { chat, details } = await comeToDetails(stage)
  const { pane } = details
  await expect(pane.getByRole('heading', { name: 'Team' })).toBeVisible()
  addHold(clinic, { name: chat.name, chatId: chat.id, reason: 'Lund v. Lakeside' })
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'PhoneNumbersUpdated'))
  await expect(pane).toContainText('This chat is on legal hold')
}

async function forUsers(stage: Stage) {
  const { page, clinic } = stage
  clinic.me.role = 'User'
  addHold(clinic, { name: 'Vera Lund', chatId: chatId(1) })
  const { pane, more } = (await comeToDetails(stage)).details
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Export conversation…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /legal hold/ })).toHaveCount(0)
  await expect(pane).not.toContainText('legal hold')
  expect(await sent(page, 'legalHolds.list')).toEqual([])
}

async function onPhone(stage: Stage) {
  const { page, clinic, look } = stage
  addHold(clinic, { name: LONG, contactId: contactId(1), reason: LONG })
  const { release, question } = await open(stage)
  await look()
  await release(LONG).tap()
  await expect(question).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
}
