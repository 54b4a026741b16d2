import type { AccountNumber, Contact, ContactPhone, NumberId } from '@partyline/contract'
import { SEEN_TEXTS } from '@partyline/contract'
import { memberOf } from '@partyline/web/looks'
import { contactsPage } from '../pages/contacts-page.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addChat, addressOf } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { addEntry } from './consent-entries.ts'
import { expectNotFetched } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { addPeople, addPerson, UNNAMED } from './people.ts'
import { expectUsable } from './sizes.ts'

test('Contact card: all of it', ({ stage }) => whole(stage))
test('Contact card: long names and ten phones', ({ stage }) => long(stage))
test('Contact card: right to left', ({ stage }) => rightToLeft(stage))
test('Contact card: its history', ({ stage }) => history(stage))
test('Contact card: deleted meanwhile', ({ stage }) => gone(stage))
test('Contact card: deleted by an Admin', ({ stage }) => deleted(stage))
test('Contact card: its deletion is refused', ({ stage }) => deletionRefused(stage))
test('Contact card: for a User', ({ stage }) => forUsers(stage))
test('Contact card: begins a chat, and opens it', ({ stage }) => texts(stage))
test('Contact card: texts from a line that may', ({ stage }) => textsFromAllowedLine(stage))
test('Contact card: changed', ({ stage }) => changed(stage))
test('Contact card: refused by the server', ({ stage }) => refused(stage))
test('Contact card: someone else changes it', ({ stage }) => conflict(stage))
test('Contact card: closed with changes', ({ stage }) => discarded(stage))
test('Contact card: closed while it is being saved', ({ stage }) => closedWhileSaving(stage))
test('Contact card: an unknown caller gets a name', ({ stage }) => unknownCaller(stage))
test('Contact card: asks who has a removed phone now', ({ stage }) => givenAway(stage))
test('Contact card: asks about two removed phones, by keyboard', ({ stage }) => removed(stage))
test('Contact card: only a former phone', ({ stage }) => onlyFormer(stage))
test('New contact: added', ({ stage }) => added(stage))
test('New contact: by keyboard, with a number that exists', ({ stage }) => numberTaken(stage))
test('Contact card: from the header of a chat', ({ stage }) => fromHeader(stage))
test('Contact card: from the members of a chat', ({ stage }) => fromMembers(stage))

async function openCard(stage: Stage, contact: Contact) {
  await stage.come(`/contacts?contact=${contact.id}`)
  const contacts = contactsPage(stage.page)
  await expect(contacts.pane.getByRole('heading', { level: 3 })).toHaveText(contact.name)
  return contacts
}

async function whole(stage: Stage) {
  const { vera } = addPeople(stage.clinic)
  const { pane } = await openCard(stage, vera)
  const phones = pane.getByRole('region', { name: 'Phones' }).getByRole('listitem')
  await expect(phones.first()).toContainText(/\(202\) 555-3713.*Preferred/)
  await expect(phones.last()).toContainText(/\+44 20 7946 0018.*Vera \(London\).*Opted out of Billing and Front desk/)
  await expect(pane.getByRole('link', { name: 'vera@harbor.example' })).toHaveAttribute(
    'href',
    'mailto:vera@harbor.example',
  )
  const details = pane.getByRole('region', { name: 'About' })
  await expect(details).toContainText(/Plan.*Gold.*Visits.*12.*Birthday.*May 17, 1984.*Language.*Spanish/)
  await expect(details).toContainText(/Europe\/London.*\d+:\d\d.*now/)
  await expectUsable(stage)
}

async function long(stage: Stage) {
  const { many } = addPeople(stage.clinic)
  const { pane } = await openCard(stage, many)
  await expect(pane.getByRole('region', { name: 'Phones' }).getByRole('listitem')).toHaveCount(10)
  await expectUsable(stage)
  await pane.getByRole('button', { name: 'Edit' }).click()
  await expect(pane.getByRole('button', { name: 'Add phone' })).toHaveCount(0)
  await expectUsable(stage)
}

async function rightToLeft(stage: Stage) {
  const { leila } = addPeople(stage.clinic)
  await openCard(stage, leila)
  await stage.look()
}

async function history(stage: Stage) {
  const { clinic, look } = stage
  const { vera } = addPeople(clinic)
  const change = (field: 'company' | 'tags' | 'phones', from: string, to: string) => ({
    field,
    fieldName: null,
    from,
    to,
  })
  clinic.contactChanges[vera.id] = [
    { at: '2026-03-02T09:00:00.000Z', by: null, kind: 'added', merged: null, changes: [], import: null },
    {
      at: '2026-11-19T09:00:00.000Z',
      by: 'Omar Haddad',
      kind: 'changed',
      merged: null,
      import: null,
      changes: [change('company', 'Dock 4', 'Harbor Plumbing')],
    },
    {
      at: '2026-11-20T09:00:00.000Z',
      by: 'Mei Tanaka',
      kind: 'changed',
      merged: null,
      import: null,
      changes: [change('tags', '', 'VIP'), change('phones', '+12025553713', '+12025553713, +442079460018')],
    },
  ]
  const { pane } = await openCard(stage, vera)
  await pane.getByRole('button', { name: 'History' }).click()
  const lines = pane.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.first()).toContainText('Mei Tanaka set Tags to VIP')
  await expect(lines.first()).toContainText('changed Phones from (202) 555-3713 to (202) 555-3713, +44 20 7946 0018')
  await expect(lines.nth(1)).toContainText('Omar Haddad changed Company from Dock 4 to Harbor Plumbing')
  await expect(lines.last()).toContainText('Added')
  await lines.last().scrollIntoViewIfNeeded()
  await look()
}

async function gone(stage: Stage) {
  const { clinic, forgive, look, page } = stage
  forgive(/404/)
  addPeople(clinic)
  await stage.come('/contacts?contact=0000000c-0000-4000-8000-00000000dead')
  const { pane, names } = contactsPage(page)
  await expect(pane).toContainText('This contact was deleted')
  await look()
  await pane.getByRole('button', { name: 'Back to contacts' }).click()
  await expect(pane).toBeHidden()
  await expect(names.first()).toBeFocused()
}

async function deleted(stage: Stage) {
  const { page, clinic, look } = stage
  const { vera } = addPeople(clinic)
  await stage.come('/contacts')
  const { pane, count, name } = contactsPage(page)
  await name(vera.name).click()
  await pane.getByRole('button', { name: 'Delete contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete contact' })
  await expect(dialog).toContainText('Vera Lund will be deleted. Its phones leave their chats; messages stay.')
  await look()
  // Its own event may come before the answer.
  const release = await hold(page, 'contacts.delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectNotFetched(stage, vera.id)
  await release()
  await expect(pane).toBeHidden()
  await expect(count).toHaveText('11 contacts')
}

/** A change that is announced in the meantime is shown, since the contact stays. */
async function deletionRefused(stage: Stage) {
  const { page, clinic, update } = stage
  const { vera } = addPeople(clinic)
  const { pane, card } = await openCard(stage, vera)
  await pane.getByRole('button', { name: 'Delete contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete contact' })
  await refuse(page, 'contacts.delete')
  const release = await hold(page, 'contacts.delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  vera.company = 'Dock 9'
  await update()
  await expectNotFetched(stage, vera.id)
  await release()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await expect(card).toContainText('Dock 9')
}

async function forUsers(stage: Stage) {
  const { clinic } = stage
  const { vera } = addPeople(clinic)
  clinic.me.role = 'User'
  const { pane } = await openCard(stage, vera)
  await expect(pane.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(pane.getByRole('button', { name: 'Delete contact' })).toHaveCount(0)
  await pane.getByRole('button', { name: 'Edit' }).click()
  await expect(pane.getByRole('button', { name: 'Remove tag' }).first()).toBeVisible()
  await expect(pane.getByRole('button', { name: 'Remove (202) 555-3713' })).toHaveCount(0)
  await pane.getByRole('button', { name: 'Add phone' }).click()
  await expect(pane.getByRole('button', { name: 'Remove this phone' })).toBeVisible()
}

async function texts(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  const { pane } = await openCard(stage, vera)
  await pane.getByRole('button', { name: 'Text (202) 555-3713' }).click()
  const recipients = page.getByRole('region', { name: 'New chat' })
  await expect(recipients).toContainText('Vera Lund')
  await page.goBack()
  await expect(pane).toBeVisible()
  const chat = addChat(clinic, { name: 'Vera on Billing' })
  chat.numberId = clinic.lines[1]!.id
  chat.members.push(memberOf(clinic.contacts.find(({ number }) => number === '+12025553713')!))
  await stage.update()
  await pane.getByRole('button', { name: 'Text (202) 555-3713' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Vera on Billing' })).toBeVisible()
}

async function textsFromAllowedLine(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  const [phone, london] = vera.phones as [ContactPhone, ContactPhone]
  const [frontDesk, billing] = clinic.lines as [AccountNumber, AccountNumber]
  addEntry(clinic, phone.number, { state: 'revoked', source: 'keyword' })
  for (const line of [frontDesk, billing]) addEntry(clinic, london.number, { state: 'refused', source: 'spoken', line })
  const { pane } = await openCard(stage, vera)
  const newChat = page.getByRole('region', { name: 'New chat' })
  await pane.getByRole('button', { name: 'Text (202) 555-3713' }).click()
  await expect(newChat.getByRole('button', { name: /^From Billing/ })).toBeVisible()
  await expect(newChat.getByRole('alert')).toHaveCount(0)
  await newChat.getByRole('button', { name: /^From Billing/ }).click()
  await page.getByRole('menuitemradio', { name: /^Front desk/ }).click()
  await expect(newChat.getByRole('alert')).toContainText(
    /Vera Lund opted out of texts from Front desk.*To text them, choose another of your numbers\./,
  )
  await expectUsable(stage)
  await page.goBack()
  // Its chat is on the line that may not text it.
  const chat = addChat(clinic, { name: 'Vera at the front desk' })
  chat.members.push(memberOf(clinic.contacts.find(({ number }) => number === phone.number)!))
  await stage.update()
  await pane.getByRole('button', { name: 'Text (202) 555-3713' }).click()
  await expect(newChat.getByRole('button', { name: /^From Billing/ })).toBeVisible()
  await page.goBack()
  await pane.getByRole('button', { name: 'Text +44 20 7946 0018' }).click()
  await expect(newChat.getByRole('alert')).toContainText('opted out of texts from')
}

async function changed(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  const contacts = await openCard(stage, vera)
  const { pane } = contacts
  await pane.getByRole('button', { name: 'Edit' }).click()
  await expect(pane.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectUsable(stage)
  await pane.getByRole('textbox', { name: 'Company' }).fill('Meadow School')
  await pane.getByRole('combobox', { name: 'Plan' }).selectOption('Silver')
  await pane.getByRole('combobox', { name: 'Tags' }).fill('recall,')
  await pane.getByRole('combobox', { name: 'Language' }).click()
  await pane.getByRole('combobox', { name: 'Language' }).fill('vietn')
  await page.keyboard.press('Tab')
  await expect(pane.getByRole('combobox', { name: 'Language' })).toHaveValue('vietn')
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('combobox', { name: 'Language' })).toBeFocused()
  await expect(pane.getByRole('combobox', { name: 'Language' })).toHaveAccessibleDescription(/^Choose a language from/)
  expect(await sent(page, 'contacts.update')).toEqual([])
  await pane.getByRole('combobox', { name: 'Language' }).pressSequentially('am')
  await page.getByRole('option', { name: 'Vietnamese' }).click()
  await pane.getByRole('button', { name: 'Add phone' }).click()
  await page.keyboard.type('202.555.3799')
  await pane.getByRole('button', { name: 'Text +44 20 7946 0018 first' }).click()
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(pane).toContainText(/Meadow School.*\(202\) 555-3799.*recall/)
  const [request] = await sent(page, 'contacts.update')
  const body = request?.body as object
  expect(body).toMatchObject({
    company: 'Meadow School',
    language: 'vi',
    tags: ['Family', 'Newsletter', 'VIP', 'recall'],
    phones: [
      { number: '+12025553713', preferred: false },
      { number: '+442079460018', preferred: true },
      { number: '202.555.3799', preferred: false },
    ],
    seen: { company: 'Harbor Plumbing', language: 'es', tags: ['Family', 'Newsletter', 'VIP'] },
  })
  expect(Object.keys(body).toSorted()).toEqual(['company', 'fields', 'language', 'phones', 'seen', 'tags'])
  await expect(contacts.row('Vera Lund')).toContainText('Meadow School')
}

async function refused(stage: Stage) {
  const { page, clinic, look } = stage
  const { vera } = addPeople(clinic)
  const { pane } = await openCard(stage, vera)
  await pane.getByRole('button', { name: 'Edit' }).click()
  await pane.getByRole('textbox', { name: 'Name' }).fill(' ')
  await pane.getByRole('textbox', { name: 'Email 1' }).fill('nobody')
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(pane.getByRole('textbox', { name: 'Email 1' })).toHaveAccessibleDescription(/Enter an email address/)
  await look()
  await pane.getByRole('textbox', { name: 'Name' }).fill('Vera Lund')
  await pane.getByRole('textbox', { name: 'Email 1' }).fill('vera@harbor.example')
  await pane.getByRole('textbox', { name: 'Visits' }).fill('many')
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('textbox', { name: 'Visits' })).toHaveAccessibleDescription(/Enter a number/)
  await pane.getByRole('textbox', { name: 'Visits' }).fill('13')
  await pane.getByRole('button', { name: 'Add phone' }).click()
  await page.keyboard.type('12')
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('textbox', { name: 'Phone 3' })).toHaveAccessibleDescription(/valid phone number/)
  await look()
  await pane.getByRole('button', { name: 'Remove this phone' }).click()
  const undo = await refuse(page, 'contacts.update')
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('alert')).toContainText(REASON)
  await undo()
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('region', { name: 'About' })).toContainText('13')
}

async function conflict(stage: Stage) {
  const { clinic, update, announce, look } = stage
  const { vera } = addPeople(clinic)
  const { pane } = await openCard(stage, vera)
  await pane.getByRole('button', { name: 'Edit' }).click()
  await pane.getByRole('textbox', { name: 'Company' }).fill('Mine')
  await pane.getByRole('combobox', { name: 'Tags' }).fill('mine,')
  Object.assign(vera, { company: 'Theirs', remarks: 'Theirs too', tags: ['Family', 'Theirs', 'VIP'] })
  await update()
  const { tenantId } = clinic.me
  const event = { kind: 'PhoneNumbersUpdated', chatId: null, version: null, data: null } as const
  await announce({ tenantId, area: 'Settings', ...event })
  await expect(pane).toContainText(SEEN_TEXTS.changedInForm(['company']))
  await expect(pane.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Theirs too')
  const tags = pane.getByLabel('Tags of this contact')
  await expect(tags).toContainText(/Family.*Theirs.*VIP.*mine/)
  await expect(tags).not.toContainText('Newsletter')
  await look()
  await pane.getByRole('button', { name: SEEN_TEXTS.takeTheirs }).click()
  await expect(pane.getByRole('textbox', { name: 'Company' })).toHaveValue('Theirs')
  // A change that no event has told of.
  vera.company = 'Theirs again'
  await update()
  await pane.getByRole('textbox', { name: 'Company' }).fill('Mine after all')
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('alert')).toContainText(SEEN_TEXTS.changed(['company']))
  await expect(pane.getByRole('textbox', { name: 'Company' })).toHaveValue('Mine after all')
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('article')).toContainText('Mine after all')
}

async function givenAway(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  addEntry(clinic, '+12025553713')
  const { pane } = await openCard(stage, vera)
  await pane.getByRole('button', { name: 'Edit' }).click()
  await pane.getByRole('textbox', { name: 'Company' }).fill('Dock 9')
  await pane.getByRole('button', { name: 'Remove (202) 555-3713' }).click()
  await pane.getByRole('textbox', { name: 'Email 1' }).fill('nobody')
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('textbox', { name: 'Email 1' })).toBeFocused()
  const dialog = page.getByRole('dialog', { name: 'Remove phone' })
  await expect(dialog).toBeHidden()
  await pane.getByRole('textbox', { name: 'Email 1' }).fill('vera@harbor.example')

  await pane.getByRole('button', { name: 'Save' }).click()
  const question = dialog.getByRole('radiogroup', { name: 'Who has (202) 555-3713 now?' })
  await expect(question.getByRole('radio', { name: 'Still Vera Lund, or not sure' })).toBeChecked()
  await expect(dialog).toContainText('The phone leaves its chats. Messages stay.')
  await expectUsable(stage)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(pane.getByRole('button', { name: 'Save' })).toBeFocused()
  await expect(pane.getByRole('textbox', { name: 'Company' })).toHaveValue('Dock 9')
  await expect(pane.getByRole('button', { name: 'Remove (202) 555-3713' })).toHaveCount(0)
  expect(await sent(page, 'contacts.update')).toEqual([])

  await pane.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('radio', { name: 'Someone else' }).check()
  await dialog.getByRole('button', { name: 'Remove and save' }).click()
  await expect(pane.getByRole('button', { name: 'Edit' })).toBeFocused()
  const former = pane.getByRole('region', { name: 'Former phones' }).getByRole('listitem')
  await expect(former).toHaveText(/\(202\) 555-3713Removed .+ Someone else has this number now\./)
  await expect(pane.getByRole('region', { name: 'Phones', exact: true })).not.toContainText('3713')
  const [request] = await sent(page, 'contacts.update')
  expect(request?.body).toMatchObject({ company: 'Dock 9', reassignedIds: [vera.phones[0]?.id] })
  const consent = pane.getByRole('region', { name: 'Consent' })
  await expect(consent).toContainText('No consent recorded')
  await consent.getByRole('button', { name: 'Consent history' }).click()
  await expect(consent).toContainText('(202) 555-3713 (former phone)')
  await expectUsable(stage)
}

async function removed(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  const { pane } = await openCard(stage, vera)
  await pane.getByRole('button', { name: 'Edit' }).click()
  for (const number of ['(202) 555-3713', '+44 20 7946 0018']) {
    await pane.getByRole('button', { name: `Remove ${number}` }).click()
  }
  await pane.getByRole('textbox', { name: 'Name' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remove 2 phones' })
  const first = dialog.getByRole('radiogroup', { name: 'Who has (202) 555-3713 now?' }).getByRole('radio')
  await expect(first.first()).toBeFocused()
  await expectUsable(stage)
  await page.keyboard.press('Escape')
  await expect(pane.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(first.first()).toBeFocused()
  const second = dialog.getByRole('radiogroup', { name: 'Who has +44 20 7946 0018 now?' })
  await moveTo(page, second.getByRole('radio', { name: 'Still Vera Lund' }))
  await page.keyboard.press('ArrowDown')
  await expect(second.getByRole('radio', { name: 'Someone else' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(pane.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(pane.getByRole('region', { name: 'Former phones' }).getByRole('listitem')).toHaveCount(1)
  const [request] = await sent(page, 'contacts.update')
  expect(request?.body).toMatchObject({ phones: [], reassignedIds: [vera.phones[1]?.id] })
}

/** Its consent can still be shown, but nothing is recorded anymore. */
async function onlyFormer(stage: Stage) {
  const { clinic } = stage
  const [number, reassignedAt] = ['+12025553790', '2026-11-05T09:30:00.000Z']
  const noor = addPerson(clinic, { name: 'Noor Bakker', numbers: [] })
  noor.formerPhones = [{ id: '0000000b-0000-4000-8000-000000000901' as NumberId, number, reassignedAt }]
  addEntry(clinic, number, { reassignedAt })
  const { pane } = await openCard(stage, noor)
  await expect(pane.getByRole('region', { name: 'Phones', exact: true })).toContainText('No phone number yet.')
  await expect(pane.getByRole('region', { name: 'Former phones' })).toContainText('Removed November 5, 2026.')
  const consent = pane.getByRole('region', { name: 'Consent' })
  await expect(consent.getByRole('button', { name: 'Record consent…' })).toHaveCount(0)
  await consent.getByRole('button', { name: 'Consent history' }).click()
  await expect(consent).toContainText('(202) 555-3790 (former phone)')
  await expectUsable(stage)
}

async function discarded(stage: Stage) {
  const { page, clinic, look } = stage
  const { vera } = addPeople(clinic)
  const contacts = await openCard(stage, vera)
  const { pane, closePane } = contacts
  await pane.getByRole('button', { name: 'Edit' }).click()
  await page.keyboard.press('Escape')
  await expect(pane).toBeHidden()
  await contacts.name('Vera Lund').click()
  await pane.getByRole('button', { name: 'Edit' }).click()
  await pane.getByRole('textbox', { name: 'Company' }).fill('Mine')
  await closePane.click()
  const dialog = page.getByRole('dialog', { name: 'Discard changes?' })
  await look()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await contacts.name('Tom Becker').click()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(pane.getByRole('textbox', { name: 'Company' })).toHaveValue('Mine')
  await pane.getByRole('button', { name: 'Cancel' }).click()
  await expect(pane.getByRole('article')).toContainText('Harbor Plumbing')
}

async function unknownCaller(stage: Stage) {
  const { page, clinic, look } = stage
  const { unnamed } = addPeople(clinic)
  const { pane, row } = await openCard(stage, unnamed)
  await look()
  await pane.getByRole('button', { name: 'Add name' }).click()
  const name = pane.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('')
  // A tag needs no name.
  await pane.getByRole('combobox', { name: 'Tags' }).fill('VIP,')
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('heading', { level: 3 })).toHaveText(UNNAMED)
  await pane.getByRole('button', { name: 'Add name' }).click()
  await name.fill('Uma Named')
  await page.keyboard.press('Enter')
  await expect(pane.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(row('Uma Named')).toBeVisible()
}

async function closedWhileSaving(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  const { pane, closePane, name } = await openCard(stage, vera)
  const save = async (company: string) => {
    const letGo = await hold(page, 'contacts.update')
    await pane.getByRole('button', { name: 'Edit' }).click()
    await pane.getByRole('textbox', { name: 'Company' }).fill(company)
    await pane.getByRole('button', { name: 'Save' }).click()
    await expect(pane.getByRole('button', { name: 'Saving' })).toBeVisible()
    return letGo
  }
  const letGo = await save('Mine')
  await closePane.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(pane).toBeVisible()
  await letGo()
  await expect(pane).toBeHidden()

  await name('Tom Becker').click()
  const allow = await refuse(page, 'contacts.update')
  const letGoAgain = await save('Ours')
  await name('Vera Lund').click()
  await letGoAgain()
  await expect(pane.getByText(REASON)).toBeVisible()
  await expect(pane.getByRole('textbox', { name: 'Company' })).toHaveValue('Ours')
  await allow()
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('heading', { level: 3 })).toHaveText('Tom Becker')
}

async function added(stage: Stage) {
  const { page, clinic } = stage
  addPeople(clinic)
  await stage.come('/contacts')
  const { pane, add, row, name } = contactsPage(page)
  await add.click()
  await expect(pane.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectUsable(stage)
  await page.keyboard.press('Enter')
  await expect(pane.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Name should be defined/)
  await pane.getByRole('textbox', { name: 'Name' }).fill('Nils Neu')
  await pane.getByRole('button', { name: 'Add phone' }).click()
  await page.keyboard.type('(202) 555-3800')
  await pane.getByRole('button', { name: 'Add email' }).click()
  await pane.getByRole('button', { name: 'Add contact' }).click()
  await expect(pane.getByRole('heading', { level: 3 })).toHaveText('Nils Neu')
  await expect(row('Nils Neu')).toContainText('(202) 555-3800')
  const [request] = await sent(page, 'contacts.create')
  expect(request?.body).toMatchObject({ name: 'Nils Neu', emails: [], phones: [{ number: '(202) 555-3800' }] })
  await page.goBack()
  await expect(pane).toBeHidden()
  await expect(name('Nils Neu')).toBeVisible()
}

async function numberTaken(stage: Stage) {
  const { page, clinic, look } = stage
  addPeople(clinic)
  await stage.come('/contacts')
  const { pane, add } = contactsPage(page)
  await moveTo(page, add)
  await page.keyboard.press('Enter')
  await expect(pane.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Vera Twin')
  await moveTo(page, pane.getByRole('button', { name: 'Add phone' }))
  await page.keyboard.press('Enter')
  await expect(pane.getByRole('textbox', { name: 'Phone 1' })).toBeFocused()
  await page.keyboard.type('202-555-3713')
  await page.keyboard.press('Enter')
  await expect(pane.getByRole('textbox', { name: 'Phone 1' })).toHaveAccessibleDescription(/number/)
  await expect(pane.getByRole('textbox', { name: 'Phone 1' })).toHaveAttribute('aria-invalid', 'true')
  const open = pane.getByRole('button', { name: 'Open Vera Lund' })
  await expect(open).toBeVisible()
  await look()
  await expectUsable(stage)
  await moveTo(page, open)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(pane.getByRole('heading', { level: 3 })).toHaveText('Vera Lund')
}

async function fromHeader(stage: Stage) {
  const { page, clinic, come } = stage
  const { vera } = addPeople(clinic)
  const chat = addChat(clinic, { name: 'Vera Lund' })
  chat.members.push(memberOf(clinic.contacts.find(({ id }) => id === vera.phones[0]!.id)!))
  const app = await come(addressOf(chat.id))
  await page.getByRole('heading', { level: 2, name: 'Vera Lund' }).getByRole('button').click()
  const card = app.members.getByRole('article', { name: 'Vera Lund' })
  await expect(card).toContainText(/\(202\) 555-3713.*In this chat/)
  await expect(app.members.getByRole('button', { name: 'Back to chat details' })).toBeFocused()
  await expectUsable(stage)
  await card.getByRole('button', { name: 'Edit' }).click()
  const company = app.members.getByRole('textbox', { name: 'Company' })
  await company.fill('Mine')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click()
  await expect(company).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card).toContainText('Mine')
  // The button of the details shows them and not the card.
  await app.membersButton.click()
  await expect(app.members).toBeHidden()
  await app.membersButton.click()
  await expect(chatPane(page).member('Vera Lund')).toBeVisible()
}

async function fromMembers(stage: Stage) {
  const { page, clinic, come, look } = stage
  const { vera, unnamed } = addPeople(clinic)
  const chat = addChat(clinic, { name: 'Lund family' })
  const numbers = [vera, unnamed].map(({ phones }) => phones[0]!.id)
  chat.members.push(...clinic.contacts.filter(({ id }) => numbers.includes(id)).map(memberOf))
  const app = await come(addressOf(chat.id))
  await app.membersButton.click()
  const name = chatPane(page).member('Vera Lund').getByRole('button', { name: 'Vera Lund', exact: true })
  await name.click()
  await expect(app.members.getByRole('article', { name: 'Vera Lund' })).toBeVisible()
  await look()
  await page.goBack()
  await expect(name).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await app.members.getByRole('button', { name: 'Back to chat details' }).click()
  await expect(name).toBeFocused()
}
