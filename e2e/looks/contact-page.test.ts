import { readFile } from 'node:fs/promises'
import { contactsPage } from '../pages/contacts-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { hold, lose, refuse, REASON, sent } from './calls.ts'
import { addEntry } from './consent-entries.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { addPeople, BIRTHDAY, CJK, LONG, PLAN, RTL, UNNAMED, viewId } from './people.ts'
import { expectUsable } from './sizes.ts'
import { openMainMenu, SURFACES } from './surfaces.ts'

test('Contacts: listed', ({ stage }) => listed(stage))
test('Contacts: 100,000 of them', ({ stage }) => many(stage))
test('Contacts: none', ({ stage }) => none(stage))
test('Contacts: loading, failed, and more failed', ({ stage }) => failed(stage))
test('Contacts: searched', ({ stage }) => searched(stage))
test('Contacts: filtered', ({ stage }) => filtered(stage))
test('Contacts: no tags to filter by', ({ stage }) => noTags(stage))
test('Contacts: filtered by fields', ({ stage }) => fieldFilters(stage))
test('Contacts: sorted', ({ stage }) => sorted(stage))
test('Contacts: Back and reload keep what is shown', ({ stage }) => kept(stage))
test('Contacts: saved views', ({ stage }) => views(stage))
test('Contacts: a view with passing days', ({ stage }) => passingDays(stage))
test('Contacts: a view that someone else shared', ({ stage }) => othersView(stage))
test('Contacts: selected and tagged', ({ stage }) => tagged(stage))
test('Contacts: all that match are tagged until Stop', ({ stage }) => stopped(stage))
test('Contacts: tagging fails on the way', ({ stage }) => tagFailed(stage))
test('Contacts: a range is selected', ({ stage }) => range(stage))
test('Contacts: exported', ({ stage }) => exported(stage))
test('Contacts: exported in parts', ({ stage }) => exportedInParts(stage))
test('Contacts: by keyboard alone', ({ stage }) => byKeyboard(stage))
test('Contacts: someone else adds one', ({ stage }) => live(stage))
test('Contacts: reached from the chats', ({ stage }) => reached(stage))
test('Contacts: reached in Teams', ({ stage }) => reachedInTeams(stage))

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Contacts: on a phone', ({ stage }) => onPhone(stage))
})

async function come({ page, come: open }: Stage, address = '/contacts') {
  await open(address)
  return contactsPage(page)
}

async function listed(stage: Stage) {
  addPeople(stage.clinic)
  const contacts = await come(stage)
  await expect(contacts.count).toHaveText('12 contacts')
  await expect(contacts.row('Vera Lund')).toContainText(
    /Harbor Plumbing.*\(202\) 555-3713.*\+1.*Family.*Newsletter.*\+1/,
  )
  await expect(contacts.row('Vera Lund')).toContainText('Opted out')
  await expect(contacts.row('Sten Silent')).toBeVisible()
  for (const name of [LONG, RTL, CJK, UNNAMED]) await expect(contacts.row(name)).toBeVisible()
  await expectUsable(stage)
}

async function many(stage: Stage) {
  const { page, clinic, look } = stage
  clinic.manyContacts = 100_000
  const contacts = await come(stage)
  await expect(contacts.count).toHaveText('More than 100,000 contacts')
  await contacts.names.first().focus()
  await page.keyboard.press('End')
  // The first page has 200: its end loads the next one.
  await expect.poll(async () => (await sent(page, 'contacts.search')).length).toBeGreaterThan(1)
  await expect(contacts.grid.locator('[data-contact]:focus')).toHaveCount(1)
  await look()
}

async function none(stage: Stage) {
  stage.clinic.contacts = []
  const contacts = await come(stage)
  await expect(contacts.main).toContainText('No contacts yet')
  await expectUsable(stage)
  await contacts.main.getByRole('button', { name: 'New contact' }).last().click()
  await expect(contacts.pane.getByRole('textbox', { name: 'Name' })).toBeFocused()
}

async function failed(stage: Stage) {
  const { page, clinic, look, forgive } = stage
  forgive(/Failed to fetch|500/)
  await stage.come('/')
  const contacts = contactsPage(page)
  const undo = await refuse(page, 'contacts.search')
  const release = await hold(page, 'contacts.search')
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(contacts.main.getByText('Loading contacts')).toBeAttached()
  await look()
  await release()
  await expect(contacts.main).toContainText('Contacts couldn’t be loaded')
  await look()
  await undo()
  clinic.manyContacts = 1_000
  await stage.update()
  await contacts.main.getByRole('button', { name: 'Try again' }).click()
  await expect(contacts.row('Ada Abara').first()).toBeVisible()
  const undoMore = await refuse(page, 'contacts.search')
  await contacts.names.first().focus()
  await page.keyboard.press('End')
  await expect(contacts.main.getByRole('alert')).toContainText('More contacts couldn’t be loaded.')
  await look()
  await undoMore()
  await contacts.main.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(contacts.main.getByRole('alert')).toHaveCount(0)
}

async function searched(stage: Stage) {
  const { page, clinic, look } = stage
  addPeople(clinic)
  const contacts = await come(stage)
  const clear = contacts.main.getByRole('button', { name: 'Clear', exact: true })
  await contacts.search.focus()
  await expect(clear).toBeHidden()
  await contacts.search.fill('555-37')
  await expect(contacts.count).toHaveText('5 found')
  await clear.click()
  await expect(contacts.count).toHaveText('12 contacts')
  await expect(contacts.search).toBeFocused()
  await expect(clear).toBeHidden()
  await contacts.search.fill('harbor')
  await expect(contacts.count).toHaveText('1 found')
  await expect(contacts.names).toHaveText(['Vera Lund'])
  await look()
  await contacts.search.fill('nobody')
  await expect(contacts.main).toContainText('No contacts found')
  await expectUsable(stage)
  await contacts.main.getByRole('button', { name: 'Clear search' }).click()
  await expect(contacts.count).toHaveText('12 contacts')
  await expect(contacts.search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(contacts.grid.locator('[data-contact]:focus')).toHaveCount(1)
}

async function noTags(stage: Stage) {
  const { page, look } = stage
  const contacts = await come(stage)
  await contacts.filter.click()
  await contacts.filters.getByRole('combobox', { name: 'Has all of these tags' }).click()
  await expect(page.getByRole('option', { name: 'No tags yet', exact: true })).toBeVisible()
  await look()
}

async function filtered(stage: Stage) {
  const { page, clinic, look } = stage
  const { vera } = addPeople(clinic)
  vera.lastTextAt = new Date().toISOString()
  addEntry(clinic, vera.phones[0]!.number, { source: 'spoken' })
  const contacts = await come(stage)
  await contacts.filter.click()
  const { filters } = contacts
  await filters.getByRole('combobox', { name: 'Has all of these tags' }).click()
  await page.getByRole('option', { name: 'VIP' }).click()
  await expect(contacts.count).toHaveText('3 found')
  await filters.getByRole('combobox', { name: 'Consent' }).selectOption('Not opted out of any number')
  await expect(contacts.count).toHaveText('2 found')
  await filters.getByRole('combobox', { name: 'Consent' }).selectOption('Agreed to texts')
  await expect(contacts.count).toHaveText('1 found')
  await filters.getByRole('combobox', { name: 'Consent' }).selectOption('Nothing recorded about consent')
  await expect(contacts.count).toHaveText('2 found')
  await filters.getByRole('combobox', { name: 'Consent' }).selectOption('Opted out of at least one number')
  await filters.getByRole('combobox', { name: 'Last text' }).selectOption('Not texted in the last…')
  const days = filters.getByRole('textbox', { name: 'Days' })
  await expect(days).toHaveValue('30')
  await expect(contacts.count).toHaveText('0 found')
  await filters.getByRole('combobox', { name: 'Last text' }).selectOption('Texted in the last…')
  await days.fill('0')
  await page.keyboard.press('Enter')
  await expect(days).toHaveAccessibleDescription('Enter a number from 1 to 3,650.')
  await look()
  await expectUsable(stage)
  await days.fill('7')
  await page.keyboard.press('Enter')
  await expect(days).toBeFocused()
  await expect(contacts.count).toHaveText('1 found')
  await look()
  await filters.getByRole('button', { name: 'Done' }).click()
  await expect(filters).toBeHidden()
  await expect(contacts.filter).toBeFocused()
  await expect(contacts.chips.getByRole('button')).toHaveText([
    'VIP',
    'Opted out of at least one number',
    'Texted in the last 7 days',
    'Clear filters',
  ])
  await expectUsable(stage)
  await contacts.chips.getByRole('button', { name: 'Remove filter: Opted out of at least one number' }).click()
  await contacts.filter.click()
  await filters.getByRole('combobox', { name: 'Last text' }).selectOption('Never texted')
  await page.keyboard.press('Escape')
  await expect(contacts.main).toContainText('No contacts found')
  await look()
  await contacts.main.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(contacts.count).toHaveText('12 contacts')
}

async function fieldFilters(stage: Stage) {
  const { page, clinic, look } = stage
  addPeople(clinic)
  const contacts = await come(stage)
  await contacts.filter.click()
  const { filters } = contacts
  await filters.getByRole('combobox', { name: PLAN.name }).selectOption('Silver')
  await expect(contacts.names).toHaveText([CJK])
  await filters.getByRole('combobox', { name: PLAN.name }).selectOption('Any')
  await filters.getByRole('textbox', { name: BIRTHDAY.name }).fill('1984-05-17')
  await filters.getByRole('textbox', { name: 'Doctor' }).fill('dr. amari')
  await page.keyboard.press('Enter')
  await expect(contacts.names).toHaveText(['Vera Lund'])
  await look()
  // Back closes the filters, and keeps what is chosen.
  await page.goBack()
  await expect(filters).toBeHidden()
  await expect(contacts.chips.getByRole('button', { name: 'Remove filter: Birthday: May 17, 1984' })).toBeVisible()
  await expect(contacts.names).toHaveText(['Vera Lund'])
}

async function sorted(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  vera.lastTextAt = new Date().toISOString()
  const contacts = await come(stage)
  await expect(contacts.head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await contacts.head('Name').getByRole('button').click()
  await expect(contacts.head('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect(contacts.names.first()).toHaveText(CJK)
  await contacts.head('Last text').getByRole('button').click()
  await expect(contacts.head('Last text')).toHaveAttribute('aria-sort', 'descending')
  await expect(contacts.head('Name')).not.toHaveAttribute('aria-sort')
  await expect(contacts.names.first()).toHaveText('Vera Lund')
  await expect(contacts.row('Vera Lund')).toContainText('Today')
  await contacts.sort.click()
  await expect(page.getByRole('menuitemradio', { name: 'Last text, newest first' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Added, oldest first' }).click()
  await expect(contacts.head('Added')).toHaveAttribute('aria-sort', 'ascending')
}

async function kept(stage: Stage) {
  const { page, clinic } = stage
  const { vera } = addPeople(clinic)
  const contacts = await come(stage, '/contacts?q=lund&tag=VIP&sort=-name')
  await expect(contacts.search).toHaveValue('lund')
  await expect(contacts.names).toHaveText(['Vera Lund'])
  await expect(contacts.head('Name')).toHaveAttribute('aria-sort', 'descending')
  await contacts.name('Vera Lund').click()
  await expect(contacts.pane).toBeVisible()
  expect(new URL(page.url()).search).toBe(`?contact=${vera.id}&q=lund&tag=VIP&sort=-name`)
  await contacts.chips.getByRole('button', { name: 'Remove filter: VIP' }).click()
  await page.goBack()
  await expect(contacts.pane).toBeHidden()
  // The changes next to the card are kept.
  await expect.poll(() => new URL(page.url()).search).toBe('?q=lund&sort=-name')
  await expect(contacts.search).toHaveValue('lund')
}

async function views(stage: Stage) {
  const { page, clinic, look, come: open } = stage
  addPeople(clinic)
  clinic.contactViews = [
    {
      id: viewId(1),
      name: 'Newsletter readers',
      shared: true,
      createdBy: { id: clinic.me.id, name: clinic.me.name },
      term: '',
      filters: { tags: ['Newsletter'] },
      sort: { by: 'name', descending: false },
    },
  ]
  const app = await open('/contacts')
  const contacts = contactsPage(page)
  await contacts.views.click()
  await expect(page.getByRole('menuitemradio', { name: 'Newsletter readers' })).toContainText('Shared by you')
  await look()
  await page.getByRole('menuitemradio', { name: 'Newsletter readers' }).click()
  await expect(contacts.views).toHaveAccessibleName('View: Newsletter readers')
  await expect(contacts.count).toHaveText('2 found')
  await contacts.search.fill('lund')
  await expect(contacts.count).toHaveText('1 found')
  await contacts.views.click()
  await page.getByRole('menuitem', { name: 'Update “Newsletter readers”' }).click()
  await expect(contacts.views).toHaveAccessibleName('View: Newsletter readers')
  const [replaced] = await sent(page, 'contactViews.update')
  expect(replaced).toMatchObject({ params: { contactViewId: viewId(1) }, body: { shared: true, term: 'lund' } })
  await contacts.views.click()
  await page.getByRole('menuitem', { name: 'Save as view…' }).click()
  const dialog = app.dialog('Save view')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Name should be defined/)
  await look()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await page.keyboard.press('Enter')
  await expect(contacts.views).toHaveAccessibleName('View: Mine')
  await contacts.views.click()
  await page.getByRole('menuitem', { name: 'Delete “Mine”…' }).click()
  await expect(app.dialog('Delete view')).toContainText('Contacts stay.')
  await app.dialog('Delete view').getByRole('button', { name: 'Delete' }).click()
  await expect(contacts.views).toHaveAccessibleName('View: Newsletter readers')
  await contacts.views.click()
  await page.getByRole('menuitemradio', { name: 'All contacts' }).click()
  await expect(contacts.count).toHaveText('12 contacts')
}

async function passingDays(stage: Stage) {
  const { page, clinic, look, come: open } = stage
  addPeople(clinic)
  const app = await open('/contacts?lastText=within-30')
  const contacts = contactsPage(page)
  await contacts.views.click()
  await page.getByRole('menuitem', { name: 'Save as view…' }).click()
  await app.dialog('Save view').getByRole('textbox', { name: 'Name' }).fill('Recent')
  await expect(app.dialog('Save view')).toContainText('Only you and Admins can change or delete it.')
  await look()
  const undo = await refuse(page, 'contactViews.create')
  await page.keyboard.press('Enter')
  await expect(app.dialog('Save view').getByRole('alert')).toContainText(REASON)
  await undo()
  await page.keyboard.press('Enter')
  await expect(contacts.views).toHaveAccessibleName('View: Recent')
  const saved = await sent(page, 'contactViews.create')
  expect(saved.at(-1)).toMatchObject({ body: { name: 'Recent', filters: { textedWithinDays: 30 } } })
  await contacts.views.click()
  await page.getByRole('menuitemradio', { name: 'All contacts' }).click()
  await expect(contacts.chips).toBeHidden()
  await contacts.views.click()
  await page.getByRole('menuitemradio', { name: 'Recent' }).click()
  await expect(contacts.chips.getByRole('button', { name: 'Remove filter: Texted in the last 30 days' })).toBeVisible()
}

async function othersView(stage: Stage) {
  const { page, clinic, look } = stage
  addPeople(clinic)
  const author = clinic.users.find(({ id }) => id !== clinic.me.id)
  if (!author) throw new Error('The clinic has other users.')
  clinic.me.role = 'User'
  clinic.contactViews = [
    {
      id: viewId(1),
      name: 'Newsletter readers',
      shared: true,
      createdBy: { id: author.id, name: author.name },
      term: '',
      filters: { tags: ['Newsletter'], textedSince: '2020-01-01T05:00:00.000Z' },
      sort: { by: 'name', descending: false },
    },
  ]
  const contacts = await come(stage)
  await contacts.views.click()
  const item = page.getByRole('menuitemradio', { name: 'Newsletter readers' })
  await expect(item).toContainText(`Shared by ${author.name}`)
  await look()
  await item.click()
  await expect(contacts.chips.getByRole('button', { name: /^Remove filter: Texted since/ })).toBeVisible()
  await contacts.search.fill('lund')
  await expect(contacts.count).toHaveText('1 found')
  await contacts.views.click()
  // Only its author and Admins change it.
  await expect(page.getByRole('menuitem')).toHaveText(['Save as view…'])
}

async function tagged(stage: Stage) {
  const { page, clinic, look, come: open } = stage
  addPeople(clinic)
  const app = await open('/contacts')
  const contacts = contactsPage(page)
  await contacts.box('Vera Lund').check()
  await contacts.box(CJK).check()
  await expect(contacts.bar).toContainText('2 selected')
  await expect(contacts.bar).toContainText('Select all 12 that match')
  await expectUsable(stage)
  await contacts.bar.getByRole('button', { name: 'Add tag' }).click()
  const dialog = app.dialog('Add tags to 2 contacts')
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Tags' })).toHaveAccessibleDescription('Choose at least one tag.')
  await dialog.getByRole('combobox', { name: 'Tags' }).pressSequentially('Recall')
  await expect(page.getByRole('option', { name: 'Add “Recall”' })).toBeVisible()
  await look()
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByText('2 contacts changed.').first()).toBeVisible()
  await expect(contacts.row(CJK)).toContainText('Recall')
  await contacts.bar.getByRole('button', { name: 'Remove tag' }).click()
  await app.dialog('Remove tags from 2 contacts').getByRole('combobox', { name: 'Tags' }).pressSequentially('rec')
  await page.getByRole('option', { name: 'Recall' }).click()
  await app.dialog('Remove tags from 2 contacts').getByRole('button', { name: 'Remove tag', exact: true }).click()
  await expect(contacts.row(CJK)).not.toContainText('Recall')
  await contacts.bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(contacts.bar).toBeHidden()
}

async function stopped(stage: Stage) {
  const { page, clinic, look } = stage
  clinic.manyContacts = 5_000
  const contacts = await come(stage, '/contacts?q=a')
  await expect(contacts.names.first()).toBeVisible()
  await contacts.grid.getByRole('checkbox', { name: 'Select all loaded contacts' }).check()
  await expect(contacts.bar).toContainText('200 selected')
  await contacts.bar.getByRole('button', { name: /^Select all [\d,]+ that match$/ }).click()
  await expect(contacts.bar).toContainText(/^All [\d,]+ are selected/)
  await look()
  await contacts.bar.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Tags' }).fill('Recall')
  const release = await hold(page, 'contacts.tag')
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click()
  await expect(contacts.bar).toContainText('Adding tags…')
  await look()
  await contacts.bar.getByRole('button', { name: 'Stop' }).click()
  await release()
  await expect(page.getByText('Stopped. 500 contacts changed.').first()).toBeVisible()
  await expect
    .poll(() => sent(page, 'contacts.tag'))
    .toMatchObject([{ body: { of: { matching: { term: 'a' } }, add: ['Recall'] } }])
}

async function tagFailed(stage: Stage) {
  const { page, clinic, look, come: open } = stage
  addPeople(clinic)
  const app = await open('/contacts')
  const contacts = contactsPage(page)
  await contacts.box('Vera Lund').check()
  await contacts.bar.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Tags' }).fill('Recall')
  await refuse(page, 'contacts.tag')
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click()
  await expect(app.dialog('Not all tags were changed')).toContainText(REASON)
  await look()
}

async function range(stage: Stage) {
  const { page, clinic } = stage
  addPeople(clinic)
  const contacts = await come(stage)
  await contacts.box('Luis Rivera').check()
  await contacts.box('Priya Shah').click({ modifiers: ['Shift'] })
  await expect(contacts.bar).toContainText('4 selected')
  await contacts.name('Sten Silent').click({ modifiers: ['Shift'] })
  await expect(contacts.bar).toContainText('5 selected')
  await expect(contacts.pane).toBeHidden()
  await contacts.search.fill('vera')
  await expect(contacts.bar).toBeHidden()
  await page.keyboard.press('Escape')
}

async function exported(stage: Stage) {
  const { page, clinic } = stage
  addPeople(clinic)
  const contacts = await come(stage)
  await contacts.box('Vera Lund').check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    contacts.bar.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('contacts.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe(
    'Name,Company,Phone\r\nVera Lund,Harbor Plumbing,+12025553713\r\n',
  )
}

async function exportedInParts(stage: Stage) {
  const { page, clinic, look, forgive } = stage
  forgive(/Failed to fetch/)
  clinic.manyContacts = 12_000
  const contacts = await come(stage)
  await expect(contacts.names.first()).toBeVisible()
  await contacts.grid.getByRole('checkbox', { name: 'Select all loaded contacts' }).check()
  await contacts.bar.getByRole('button', { name: /^Select all/ }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    contacts.bar.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(12_000 + clinic.contacts.length + 1)
  expect(lines.filter((line) => line.startsWith('Name,'))).toHaveLength(1)
  await lose(page, 'contacts.export')
  await contacts.bar.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Contacts couldn’t be exported' })).toBeVisible()
  await look()
}

async function byKeyboard(stage: Stage) {
  const { page, clinic } = stage
  addPeople(clinic)
  const contacts = await come(stage)
  await expect(contacts.names.first()).toBeVisible()
  await moveTo(page, contacts.names.first())
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(contacts.bar).toContainText('1 selected')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(contacts.bar).toContainText('2 selected')
  await page.keyboard.press('Escape')
  await expect(contacts.bar).toBeHidden()
  await page.keyboard.press('Control+A')
  await expect(contacts.bar).toContainText('12 selected')
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await expect(contacts.name(CJK)).toBeFocused()
  await page.keyboard.press('Home')
  const first = await contacts.names.first().textContent()
  await page.keyboard.press('Enter')
  await expect(contacts.pane.getByRole('heading', { level: 3 })).toHaveText(first ?? '')
  await expect(contacts.closePane).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(contacts.pane).toBeHidden()
  await expect(contacts.names.first()).toBeFocused()
}

async function live(stage: Stage) {
  const { clinic, update, announce } = stage
  const contacts = await come(stage)
  await expect(contacts.count).toHaveText('6 contacts')
  addPeople(clinic)
  await update()
  const { tenantId } = clinic.me
  await announce({ tenantId, area: 'Settings', kind: 'ExternalContactAdded', chatId: null, version: null, data: null })
  await expect(contacts.count).toHaveText('12 contacts')
  await expect(contacts.row('Vera Lund')).toBeVisible()
}

async function reached({ page, come: open }: Stage) {
  await open('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Chats' })).toHaveAttribute('aria-current', 'page')
  await main.getByRole('link', { name: 'Contacts' }).click()
  await expect(main.getByRole('link', { name: 'Contacts' })).toHaveAttribute('aria-current', 'page')
  await expect(contactsPage(page).names.first()).toBeVisible()
  await main.getByRole('link', { name: 'Chats' }).click()
  await expect(page.getByRole('main', { name: 'Chats' })).toBeVisible()
}

async function reachedInTeams({ page, come: open, look }: Stage) {
  const surface = SURFACES['in Teams']
  const app = await open(surface.address)
  await openMainMenu(app, surface)
  await page.getByRole('menuitem', { name: 'Contacts' }).click()
  const contacts = contactsPage(page)
  await contacts.name('Marta Rivera').click()
  await expect(contacts.pane).toBeVisible()
  await look()
  await page.goBack()
  await expect(contacts.pane).toBeHidden()
  await contacts.main.getByRole('button', { name: 'Back to chats' }).click()
  await expect(page.getByRole('main', { name: 'Chats' })).toBeVisible()
}

async function onPhone(stage: Stage) {
  const { page, clinic, look } = stage
  addPeople(clinic)
  const contacts = await come(stage)
  await expect(contacts.row('Vera Lund')).toBeVisible()
  await look()
  await contacts.name('Vera Lund').tap()
  await expect(contacts.pane).toBeVisible()
  await look()
  await page.goBack()
  await expect(contacts.pane).toBeHidden()
  await contacts.box('Vera Lund').check()
  await expect(contacts.bar).toContainText('1 selected')
  await look()
}
