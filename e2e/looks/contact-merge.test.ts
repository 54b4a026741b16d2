import type { Contact } from '@partyline/contract'
import { BOUND_TEXTS, CONTACT_BOUNDS, SEEN_TEXTS } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'
import { memberOf } from '@partyline/web/looks'
import { chatPane } from '../pages/chat-pane.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addChat, addressOf } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { expectNotFetched } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { addPeople, addPerson, BIRTHDAY, LONG, PLAN } from './people.ts'
import { expectUsable } from './sizes.ts'
import { openMainMenu, SURFACES } from './surfaces.ts'

test('Merge: the other contact is chosen', ({ stage }) => chosen(stage))
test('Merge: from the card', ({ stage }) => fromCard(stage))
test('Merge: by keyboard alone', ({ stage }) => byKeyboard(stage))
test('Merge: two that are selected', ({ stage }) => selected(stage))
test('Merge: the card of the one that is deleted is open', ({ stage }) => openedOther(stage))
test('Merge: searched, and none found', ({ stage }) => searched(stage))
test('Merge: long names, and too many phones', ({ stage }) => tooMany(stage))
test('Merge: a caller without a name', ({ stage }) => unnamed(stage))
test('Merge: someone else changes one of the two', ({ stage }) => conflict(stage))
test('Merge: someone else deletes one of the two', ({ stage }) => gone(stage))
test('Merge: refused', ({ stage }) => refused(stage))
test('Merge: for a User', ({ stage }) => forUsers(stage))
test('Merge: two in the same chat', ({ stage }) => sameChat(stage))
test('Merge: in Teams', ({ stage }) => inTeams(stage))

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Merge: on a phone', ({ stage }) => onPhone(stage))
})

const TWIN = 'Vera Lund (work)'

/** Vera, and another contact of hers, which has other values. */
function addTwin(clinic: Clinic) {
  const people = addPeople(clinic)
  const twin = addPerson(clinic, {
    name: TWIN,
    numbers: ['+12025553790'],
    company: 'Dock 4',
    emails: ['vera.lund@example.com', 'vera@dock4.example'],
    remarks: 'Ask for the night shift.',
    tags: ['Recall', 'VIP'],
    language: 'es',
    fields: { [PLAN.id]: 'Silver', [BIRTHDAY.id]: '1984-05-17' },
  })
  Object.assign(twin.phones[0]!, { preferred: true, optedOutOf: ['Billing'] })
  return { ...people, twin }
}

async function openCard(stage: Stage, { id, name }: Contact) {
  await stage.come(`/contacts?contact=${id}`)
  const contacts = contactsPage(stage.page)
  await expect(contacts.pane.getByRole('heading', { level: 3 })).toHaveText(name)
  return contacts
}

/** The dialog, and what is in it. */
function mergeDialog({ page }: Stage) {
  const dialog = page.getByRole('dialog', { name: 'Merge contacts' })
  const field = (name: string) => dialog.getByRole('radiogroup', { name, exact: true })
  return {
    dialog,
    field,
    choice: (name: string, value: string | RegExp) => field(name).getByRole('radio', { name: value }),
    candidates: dialog.getByRole('list', { name: /^(Possible duplicates|Contacts)$/ }).getByRole('button'),
    search: dialog.getByRole('searchbox', { name: 'Search contacts' }),
    submit: dialog.getByRole('button', { name: 'Merge contacts' }),
  }
}

/** Opens the dialog of a contact's card, and chooses the other one. */
async function compare(stage: Stage, kept: Contact, other: string) {
  const contacts = await openCard(stage, kept)
  await contacts.pane.getByRole('button', { name: 'Merge…' }).click()
  const merge = mergeDialog(stage)
  await merge.candidates.filter({ hasText: other }).click()
  await expect(merge.submit).toBeVisible()
  return { ...merge, contacts }
}

async function chosen(stage: Stage) {
  const { vera } = addTwin(stage.clinic)
  const contacts = await openCard(stage, vera)
  await contacts.pane.getByRole('button', { name: 'Merge…' }).click()
  const { candidates, search } = mergeDialog(stage)
  await expect(search).toBeFocused()
  await expect(candidates).toHaveText([/Vera Lund \(work\)/])
  await expectUsable(stage)
}

async function fromCard(stage: Stage) {
  const { page, clinic } = stage
  const { vera, twin } = addTwin(clinic)
  const { dialog, field, choice, submit, contacts } = await compare(stage, vera, TWIN)
  await expect(dialog).toContainText(
    'Vera Lund (work) is deleted. Its chats, texts, and opt-outs move to Vera Lund. This can’t be undone.',
  )
  await expect(choice('Name', /^Vera Lund$/)).toBeFocused()
  await expect(choice('Company', /^Harbor Plumbing/)).toBeChecked()
  for (const name of ['Emails', 'Tags', 'Remarks']) await expect(choice(name, /Both/)).toBeChecked()
  await expect(choice('Tags', /Both/)).toHaveAccessibleName(/Family, Newsletter, VIP, Recall/)
  // Equal values, and those that only one has, are no choice.
  for (const name of ['Language', 'Birthday', 'Visits']) await expect(field(name)).toHaveCount(0)
  await expect(dialog.getByRole('list', { name: 'Phones' }).getByRole('listitem')).toHaveText([
    /\(202\) 555-3713.*Preferred.*From Vera Lund/,
    /\+44 20 7946 0018.*Opted out of Billing and Front desk/,
    /\(202\) 555-3790.*Opted out of Billing.*From Vera Lund \(work\)/,
  ])
  await expectUsable(stage)
  await choice('Company', /^Dock 4/).check()
  await choice('Plan', /^Silver/).check()
  await choice('Phone to text first', '(202) 555-3790').check()
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Merged into Vera Lund').first()).toBeVisible()
  await expect(contacts.pane.getByRole('heading', { level: 3 })).toHaveText('Vera Lund')
  await expect(contacts.pane).toContainText(
    /Dock 4[^]*\(202\) 555-3790[^]*Preferred[^]*vera@dock4\.example[^]*Recall[^]*Silver/,
  )
  await expect(contacts.pane.getByRole('button', { name: 'Merge…' })).toBeFocused()
  await expect(contacts.row(TWIN)).toHaveCount(0)
  await expect(contacts.row('Vera Lund')).toContainText('Dock 4')
  const [request] = await sent(page, 'contacts.merge')
  expect(request).toMatchObject({
    params: { contactId: vera.id },
    body: {
      mergedId: twin.id,
      company: 'Dock 4',
      emails: ['vera@harbor.example', 'vera.lund@example.com', 'vera@dock4.example'],
      tags: ['Family', 'Newsletter', 'VIP', 'Recall'],
      remarks: `${vera.remarks}\n\n${twin.remarks}`,
      fields: { [PLAN.id]: 'Silver' },
      preferredId: twin.phones[0]!.id,
      seen: { company: 'Harbor Plumbing' },
      mergedSeen: { company: 'Dock 4' },
    },
  })
  expect(request?.body).not.toHaveProperty('name')
  await contacts.pane.getByRole('button', { name: 'History' }).click()
  await expect(contacts.pane.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toContainText(
    'Dana Cole merged Vera Lund (work) into this contact',
  )
}

async function byKeyboard(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addTwin(clinic)
  const contacts = await openCard(stage, vera)
  const { candidates, choice, field, search, submit, dialog } = mergeDialog(stage)
  await moveTo(page, contacts.pane.getByRole('button', { name: 'Merge…' }))
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(candidates).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(candidates).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field('Name').getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(choice('Name', /^Vera Lund \(work\)/)).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(contacts.pane.getByRole('button', { name: 'Merge…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(candidates).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field('Name').getByRole('radio').first()).toBeFocused()
  await moveTo(page, submit)
  await page.keyboard.press('Enter')
  await expect(contacts.pane.getByRole('button', { name: 'Merge…' })).toBeFocused()
  await expect(contacts.row(TWIN)).toHaveCount(0)
}

async function selected(stage: Stage) {
  const { page, clinic } = stage
  addTwin(clinic)
  await stage.come('/contacts')
  const contacts = contactsPage(page)
  const button = contacts.bar.getByRole('button', { name: 'Merge' })
  await contacts.box(TWIN).check()
  await expect(contacts.bar).toContainText('1 selected')
  await expect(button).toHaveCount(0)
  await contacts.box('Vera Lund').check()
  await expectUsable(stage)
  await contacts.box('Tom Becker').check()
  await expect(contacts.bar).toContainText('3 selected')
  await expect(button).toHaveCount(0)
  await contacts.box('Tom Becker').uncheck()
  await button.click()
  const { dialog, choice, submit } = mergeDialog(stage)
  // The one that was selected first is kept.
  await expect(dialog).toContainText('Vera Lund is deleted.')
  await expect(dialog.getByRole('button', { name: 'Back' })).toHaveCount(0)
  await choice('Name', /^Vera Lund$/).check()
  await submit.click()
  await expect(contacts.pane.getByRole('heading', { level: 3 })).toHaveText('Vera Lund')
  await expect(contacts.closePane).toBeFocused()
  await expect(contacts.bar).toBeHidden()
  await expect(contacts.names.filter({ hasText: 'Lund' })).toHaveText(['Vera Lund'])
}

async function openedOther(stage: Stage) {
  const { page, clinic } = stage
  const { twin } = addTwin(clinic)
  await stage.come('/contacts')
  const contacts = contactsPage(page)
  await contacts.name(TWIN).click()
  await expect(contacts.pane.getByRole('heading', { level: 3 })).toHaveText(TWIN)
  await contacts.box('Vera Lund').check()
  await contacts.box(TWIN).check()
  await contacts.bar.getByRole('button', { name: 'Merge' }).click()
  const { dialog, choice, submit } = mergeDialog(stage)
  await expect(dialog).toContainText(`${TWIN} is deleted.`)
  await choice('Name', /^Vera Lund$/).check()
  const release = await hold(page, 'contacts.merge')
  await submit.click()
  await expectNotFetched(stage, twin.id)
  await release()
  await expect(contacts.pane.getByRole('heading', { level: 3 })).toHaveText('Vera Lund')
  // The history still has the card of the one that was deleted.
  await contacts.closePane.click()
  await expect(contacts.pane).toBeHidden()
  await expect(page).toHaveURL(/\/contacts$/)
}

async function searched(stage: Stage) {
  const { page, clinic, look } = stage
  const { silent } = addTwin(clinic)
  const contacts = await openCard(stage, silent)
  await contacts.pane.getByRole('button', { name: 'Merge…' }).click()
  const { dialog, candidates, search, submit } = mergeDialog(stage)
  await expect(dialog).toContainText('Search by name, number, company, or email.')
  await look()
  await search.fill('nobody at all')
  await expect(dialog).toContainText('No contacts found')
  await search.fill('lund')
  await expect(candidates).toHaveText([/Vera Lund\(202\) 555-3713/, /Vera Lund \(work\)/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(candidates.last()).toBeFocused()
  await look()
  await candidates.last().click()
  await expect(submit).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(search).toBeFocused()
}

async function tooMany(stage: Stage) {
  const { clinic } = stage
  const { many, vera } = addTwin(clinic)
  vera.name = `${LONG} II`
  const text = BOUND_TEXTS.tooMany('phone numbers', CONTACT_BOUNDS.phones)
  const { dialog, submit } = await compare(stage, many, vera.name)
  await expect(dialog).toContainText(text)
  await expectUsable(stage)
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText(text)
  expect(await sent(stage.page, 'contacts.merge')).toEqual([])
}

async function unnamed(stage: Stage) {
  const { clinic, look } = stage
  const { unnamed: caller } = addTwin(clinic)
  const contacts = await openCard(stage, caller)
  await contacts.pane.getByRole('button', { name: 'Merge…' }).click()
  const { candidates, choice, search, submit } = mergeDialog(stage)
  await search.fill('work')
  await candidates.click()
  await expect(choice('Name', /^Vera Lund \(work\)/)).toBeChecked()
  await look()
  await submit.click()
  await expect(contacts.pane.getByRole('heading', { level: 3 })).toHaveText(TWIN)
}

async function conflict(stage: Stage) {
  const { clinic, update, announce, look } = stage
  const { vera, twin } = addTwin(clinic)
  const { dialog, choice, submit, contacts } = await compare(stage, vera, TWIN)
  await choice('Plan', /^Silver/).check()
  await choice('Company', /^Dock 4/).check()
  // A change that an event tells of is shown at once.
  twin.company = 'Dock 5'
  await update()
  const { tenantId } = clinic.me
  const event = { kind: 'PhoneNumbersUpdated', chatId: null, version: null, data: null } as const
  await announce({ tenantId, area: 'Settings', ...event })
  await expect(choice('Company', /^Dock 5/)).toBeChecked()
  // One that no event has told of.
  twin.company = 'Dock 6'
  await update()
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText(SEEN_TEXTS.changedBeforeMerge(TWIN, ['company']))
  await expect(choice('Company', /^Dock 6/)).toBeChecked()
  await expect(choice('Plan', /^Silver/)).toBeChecked()
  await look()
  await submit.click()
  await expect(contacts.pane).toContainText(/Dock 6[^]*Silver/)
}

async function gone(stage: Stage) {
  const { clinic, update, announce, forgive, look } = stage
  forgive(/404/)
  const { vera, twin } = addTwin(clinic)
  const { submit } = await compare(stage, vera, TWIN)
  clinic.cards = clinic.cards.filter((card) => card !== twin)
  clinic.contacts = clinic.contacts.filter(({ id }) => id !== twin.phones[0]!.id)
  await update()
  const { tenantId } = clinic.me
  const event = { kind: 'ExternalContactDeleted', chatId: null, version: null, data: null } as const
  await announce({ tenantId, area: 'Settings', ...event })
  const dialog = stage.page.getByRole('dialog', { name: 'This contact was deleted' })
  await expect(dialog.getByRole('alert')).toContainText('Vera Lund (work) was just deleted')
  await look()
  await dialog.getByRole('button', { name: 'Choose another contact' }).click()
  await expect(mergeDialog(stage).search).toBeFocused()
  await expect(submit).toHaveCount(0)
}

async function refused(stage: Stage) {
  const { page, clinic, look } = stage
  const { vera } = addTwin(clinic)
  const { dialog, choice, submit, contacts } = await compare(stage, vera, TWIN)
  await choice('Company', /^Dock 4/).check()
  const undo = await refuse(page, 'contacts.merge')
  const release = await hold(page, 'contacts.merge')
  await submit.click()
  await expect(dialog.getByRole('button', { name: 'Merging…' })).toBeVisible()
  await look()
  await release()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await expect(choice('Company', /^Dock 4/)).toBeChecked()
  await undo()
  await submit.click()
  await expect(contacts.pane).toContainText('Dock 4')
}

async function forUsers(stage: Stage) {
  const { clinic } = stage
  const { vera } = addTwin(clinic)
  clinic.me.role = 'User'
  const contacts = await openCard(stage, vera)
  await expect(contacts.pane.getByRole('button', { name: 'History' })).toBeVisible()
  await expect(contacts.pane.getByRole('button', { name: 'Merge…' })).toHaveCount(0)
  await contacts.box('Vera Lund').check()
  await contacts.box(TWIN).check()
  await expect(contacts.bar).toContainText('2 selected')
  await expect(contacts.bar.getByRole('button', { name: 'Merge' })).toHaveCount(0)
}

async function sameChat(stage: Stage) {
  const { page, clinic, come } = stage
  const { vera, twin } = addTwin(clinic)
  const chat = addChat(clinic, { name: 'Vera Lund +1' })
  const numbers = [vera, twin].map(({ phones }) => phones[0]!.id)
  chat.members.push(...clinic.contacts.filter(({ id }) => numbers.includes(id)).map(memberOf))
  const app = await come(addressOf(chat.id))
  await app.membersButton.click()
  await chatPane(page).member('Vera Lund').getByRole('button', { name: 'Vera Lund', exact: true }).click()
  await app.members.getByRole('button', { name: 'Merge…' }).click()
  const { dialog, candidates, submit } = mergeDialog(stage)
  await candidates.click()
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(app.members.getByRole('article', { name: 'Vera Lund' })).toContainText('(202) 555-3790')
  await app.members.getByRole('button', { name: 'Back to chat details' }).click()
  await expect(chatPane(page).member('Vera Lund')).toHaveCount(2)
}

async function inTeams(stage: Stage) {
  const { page, clinic, come, look } = stage
  addTwin(clinic)
  const surface = SURFACES['in Teams']
  const app = await come(surface.address)
  await openMainMenu(app, surface)
  await page.getByRole('menuitem', { name: 'Contacts' }).click()
  const contacts = contactsPage(page)
  await contacts.box('Vera Lund').check()
  await contacts.box(TWIN).check()
  await contacts.bar.getByRole('button', { name: 'Merge' }).click()
  const { submit } = mergeDialog(stage)
  await expect(submit).toBeVisible()
  await look()
  await submit.click()
  await expect(contacts.pane.getByRole('heading', { level: 3 })).toHaveText('Vera Lund')
}

async function onPhone(stage: Stage) {
  const { clinic, look } = stage
  const { vera } = addTwin(clinic)
  const { dialog, choice, submit, contacts } = await compare(stage, vera, TWIN)
  await look()
  await choice('Company', /^Dock 4/).check()
  await submit.scrollIntoViewIfNeeded()
  await look()
  await submit.tap()
  await expect(dialog).toBeHidden()
  await expect(contacts.pane).toContainText('Dock 4')
}
