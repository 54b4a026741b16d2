import { memberOf } from '@partyline/web/looks'
import { chatPane } from '../pages/chat-pane.ts'
import { expectSeenOnce, expectWrong } from '../pages/form-keys.ts'
import { newChat, openNewChat } from '../pages/new-chat.ts'
import { addChat, addContacts, addressOf } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Contact: named in the details of a group', ({ stage }) => named(stage))
test('Contact: the number, with copy and call', ({ stage }) => number(stage))
test('Contact: its other chats', ({ stage }) => otherChats(stage))
test('Create Mobile: a contact already has the number', ({ stage }) => numberTaken(stage))
test('Create Mobile: a disabled contact has the number', ({ stage }) => numberOfDisabled(stage))
test('Create New Chat: a contact was disabled meanwhile', ({ stage }) => disabledMeanwhile(stage))

const VERA = { name: 'Vera Lund', number: '+12025553713' }
const UNNAMED = { name: '(202) 555-3714', number: '+12025553714' }

async function named({ page, clinic, come, look }: Stage) {
  const chat = addChat(clinic, { name: 'Lund family', contacts: [VERA, UNNAMED] })
  const app = await come(addressOf(chat.id))
  await app.membersButton.click()
  await chatPane(page).member(UNNAMED.name).getByRole('button', { name: 'Add name' }).click()
  await app.dialog('Add name').getByRole('textbox', { name: 'Name' }).fill('Wim Lund')
  await look()
  await page.keyboard.press('Enter')
  await expect(chatPane(page).member('Wim Lund')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Lund family' })).toBeVisible()
}

async function number({ page, clinic, come, look }: Stage) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const chat = addChat(clinic, { name: VERA.name, contacts: [VERA] })
  const group = addChat(clinic, { name: 'Lund family', contacts: [UNNAMED] })
  group.members.push(chat.members[1]!)
  group.numberId = clinic.lines[1]!.id
  const app = await come(addressOf(chat.id))
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(header).toContainText(/\(202\) 555-3713.*Front desk \(202\) 555-0100/)
  await expect(header.getByRole('link', { name: 'Call (202) 555-3713' })).toHaveAttribute('href', 'tel:+12025553713')
  await look()
  await header.getByRole('button', { name: 'Copy (202) 555-3713' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('(202) 555-3713')
  await app.open('Lund family')
  await expect(header).toContainText('Billing')
  await expect(header).not.toContainText('555-3713')
}

async function otherChats({ page, clinic, come, look }: Stage) {
  const chat = addChat(clinic, { name: VERA.name, contacts: [VERA] })
  const invoice = addChat(clinic, { name: 'Invoice of Vera' })
  invoice.members.push(chat.members[1]!)
  invoice.numberId = clinic.lines[1]!.id
  const before = addChat(clinic, { name: 'Vera before' })
  before.members.push(chat.members[1]!)
  before.archived = true
  const [former] = addContacts(clinic, [UNNAMED])
  chat.members.push({ ...memberOf(former!), deletedOn: new Date().toISOString() })
  const app = await come(addressOf(chat.id))
  await app.membersButton.click()
  const others = app.members.getByRole('list', { name: 'Other chats with Vera Lund' })
  await expect(app.members.getByRole('list', { name: 'Contact' })).toContainText(/Vera Lund.*\(202\) 555-3713/)
  await expect(others.getByRole('link')).toHaveCount(2)
  await expect(others.getByRole('link').last()).toContainText(/Vera before.*Front desk.*Deleted/)
  await look()
  await others.getByRole('link', { name: /Invoice of Vera.*Billing/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Invoice of Vera' })).toBeVisible()
  await expect(others.getByRole('link', { name: /Vera Lund.*Front desk/ })).toBeVisible()
}

/** Creates a contact whose number another one has. */
async function createTwin({ page, clinic, come }: Stage, { disabled }: { disabled: boolean }) {
  for (const vera of addContacts(clinic, [VERA])) vera.disabled = disabled
  const app = await come()
  const modal = newChat(page)
  await modal.open()
  await modal.dialog.getByRole('button', { name: 'Create Mobile' }).click()
  const mobile = app.dialog('New External Mobile')
  await mobile.getByRole('textbox', { name: 'Number' }).fill('202-555-3713')
  await mobile.getByRole('textbox', { name: 'Name' }).fill('Somebody')
  await mobile.getByRole('button', { name: 'Add' }).click()
  return { modal, mobile }
}

async function numberTaken(stage: Stage) {
  const { modal, mobile } = await createTwin(stage, { disabled: false })
  await expectSeenOnce(mobile, ['Vera Lund already has this number.'])
  await expectWrong(mobile.getByRole('textbox', { name: 'Number' }), 'Vera Lund already', '202-555-3713')
  await stage.look()
  await mobile.getByRole('button', { name: 'Use Vera Lund' }).click()
  await expect(mobile).toBeHidden()
  await expect(modal.chosen.filter({ hasText: VERA.name })).toBeVisible()
}

async function numberOfDisabled(stage: Stage) {
  const { mobile } = await createTwin(stage, { disabled: true })
  await expect(mobile.getByRole('alert')).toContainText('Vera Lund already has this number, but is disabled.')
  await expect(mobile.getByRole('button', { name: /^Use/ })).toHaveCount(0)
  await stage.look()
}

async function disabledMeanwhile(stage: Stage) {
  const { page, clinic, come, update, look } = stage
  const added = addContacts(clinic, [VERA])
  await come()
  const modal = await openNewChat(page)
  await modal.add('Vera', VERA.name)
  for (const vera of added) vera.disabled = true
  await update()
  await modal.save.click()
  await expectSeenOnce(modal.dialog, ['Vera Lund is disabled and cannot be added.'])
  await expectWrong(modal.members, 'Vera Lund is disabled', '')
  await look()
  await modal.remove(VERA.name)
  await expect(modal.problem).toBeHidden()
}
