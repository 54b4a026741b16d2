import type { Page } from '@playwright/test'
import { moveTo } from '../pages/keyboard.ts'
import { triage } from '../pages/triage.ts'
import { addChat, addPending, addressOf, addTexts } from './arrange.ts'
import { REASON, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Triage: done', ({ stage }) => done(stage))
test('Triage: snoozed and assigned', ({ stage }) => snoozed(stage))
test('Triage: times of a snooze', ({ stage }) => times(stage))
test('Triage: a time of one’s own', ({ stage }) => custom(stage))
test('Triage: people to assign to', ({ stage }) => people(stage))
test('Triage: people could not be loaded', ({ stage }) => peopleFail(stage))
test('Triage: menu of a row', ({ stage }) => rowMenu(stage))
test('Triage: refused', ({ stage }) => refused(stage))
test('Triage: from the list by keyboard alone', ({ stage }) => byKeyboard(stage))
test('Triage: undone from the empty composer', ({ stage }) => undoneFromComposer(stage))
test('Triage: a change that is newer than a held message is undone first', ({ stage }) => changeIsNewer(stage))
test('Triage: a held message that is newer than a change is undone first', ({ stage }) => messageIsNewer(stage))
test('Triage: letters can be turned off, and work with Alt anywhere', ({ stage }) => letters(stage))
test('Triage: done opens the next chat, and undo returns', ({ stage }) => opensNext(stage))
test('Triage: a chat that cannot be marked as done stays open', ({ stage }) => staysOpen(stage))
test('Triage: refused in the list, and offline', ({ stage }) => refusedInList(stage))

async function openContact({ clinic, come, page }: Stage) {
  const contact = { name: 'Theo Marsh', number: '+12025553270' }
  const { id } = addChat(clinic, { name: contact.name, contacts: [contact] })
  const app = await come(addressOf(id))
  await expect(app.text).toBeVisible()
  return { app, on: triage(page) }
}

async function done(stage: Stage) {
  const { on } = await openContact(stage)
  const { x, y, width, height } = (await on.done.boundingBox())!
  // A second click, by mistake, does nothing: neither before the screen has changed nor on what is there afterwards.
  await on.done.evaluate((button: { click: () => void }) => {
    button.click()
    button.click()
  })
  await expect(on.undo).toBeVisible()
  await expect(on.done).toBeHidden()
  await expect(on.reopen).toBeVisible()
  const below = `document.elementFromPoint(${x + width / 2}, ${y + height / 2}).closest('button')?.ariaLabel`
  expect(await stage.page.evaluate(below)).toBeUndefined()
  await expect.poll(() => sent(stage.page, 'chats.setState')).toHaveLength(1)
  await stage.look()
}

async function snoozed(stage: Stage) {
  const { on } = await openContact(stage)
  await on.assign.click()
  await on.person(/Omar Haddad/).click()
  await on.snooze.click()
  await on.item('Tomorrow').click()
  await expect(stage.page.getByText(/^Snoozed until/).first()).toBeVisible()
  await stage.look()
}

async function times(stage: Stage) {
  const { on } = await openContact(stage)
  await on.snooze.click()
  await expect(on.item('Tomorrow')).toBeVisible()
  await stage.look()
}

async function custom(stage: Stage) {
  const { app, on } = await openContact(stage)
  await on.snooze.click()
  await on.item('Custom').click()
  const dialog = app.dialog('Snooze until')
  await dialog.getByLabel('Date').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await stage.look()
}

async function people(stage: Stage) {
  const { on } = await openContact(stage)
  await on.assign.click()
  await expect(on.person(/Omar Haddad/)).toBeVisible()
  await stage.look()
  await on.findPerson.fill('nobody of this name')
  await expect(on.picker.getByText('No one found')).toBeVisible()
  await stage.look()
}

async function peopleFail(stage: Stage) {
  await refuse(stage.page, 'users.list')
  const { on } = await openContact(stage)
  await on.assign.click()
  await expect(on.picker.getByText('People couldn’t be loaded.')).toBeVisible()
  await stage.look()
}

async function rowMenu({ page, clinic, come, look }: Stage) {
  addChat(clinic, { name: 'With a menu' })
  const app = await come()
  await openRowMenu(page, app.chat('With a menu'))
  await look()
}

async function openRowMenu(page: Page, row: ReturnType<Page['getByRole']>) {
  await row.focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
}

async function refused(stage: Stage) {
  await refuse(stage.page, 'chats.setState')
  const { on } = await openContact(stage)
  await on.done.click()
  await expect(on.toast).toContainText(REASON)
  await expect(on.done).toBeVisible()
  await stage.look()
}

/** Two chats of Dana, one below the other. */
async function openTwo({ page, clinic, come }: Stage) {
  const [upper, lower] = ['Upper', 'Lower']
  for (const name of [lower, upper]) addTexts(clinic, addChat(clinic, { name }), ['A note'])
  const app = await come()
  await expect(app.chats.first()).toContainText(upper)
  return { app, on: triage(page), upper, lower }
}

async function byKeyboard(stage: Stage) {
  const { page } = stage
  const { app, on, upper, lower } = await openTwo(stage)
  await moveTo(page, app.list.getByRole('link').first())
  await moveTo(page, app.chat(upper), 'ArrowDown')

  await page.keyboard.press('a')
  await expect(on.findPerson).toBeFocused()
  await expect(on.picker.getByRole('option')).toHaveText([/^DCDana Cole \(you\)$/, /Mei Tanaka/, /Omar Haddad/])
  // A term starts over at the first match.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('omar')
  await expect(on.picker.getByRole('option')).toHaveText([/Omar Haddad.*Will be added to the chat/])
  await page.keyboard.press('Enter')
  await expect(on.toast).toContainText('Assigned to Omar Haddad')
  await expect(app.chat(upper)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(on.toast).toContainText('Undone')

  await page.keyboard.press('h')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await moveTo(page, on.item('Tomorrow'), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(on.toast).toContainText(/Snoozed until \w+ 8:00\sAM/)
  await expect(app.chat(lower)).toBeFocused()
  await expect(app.chat(upper)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(app.chat(upper)).toBeVisible()
  await expect(app.chat(lower)).toBeFocused()

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('e')
  await expect(on.toast).toContainText('Marked as done')
  await expect(app.chat(upper)).toHaveCount(0)
  await expect(app.chat(lower)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(app.chat(upper)).toBeVisible()
}

async function letters(stage: Stage) {
  const { page, come } = stage
  const { app, on, upper } = await openTwo(stage)
  await app.chat(upper).focus()
  await page.keyboard.press('?')
  const choice = page.getByRole('switch', { name: /also work without Alt in the chat list/ })
  await expect(choice).toBeChecked()
  await choice.press(' ')
  await expect(choice).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(app.chat(upper)).toBeFocused()
  await page.keyboard.press('a')
  await expect(on.picker).toBeHidden()
  await page.keyboard.press('Alt+a')
  await expect(on.findPerson).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(app.chat(upper)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(app.text).toBeFocused()
  await page.keyboard.type('e')
  await expect(app.text).toHaveValue('e')
  await page.keyboard.press('Alt+h')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Alt+e')
  await expect(on.reopen).toBeVisible()
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Alt+e')
  await expect(on.reopen).toBeHidden()
  await expect.poll(() => sent(page, 'chats.setState')).toHaveLength(2)
  await page.reload()
  await come()
  await app.chat(upper).press('a')
  await expect(on.picker).toBeHidden()
}

async function undoneFromComposer(stage: Stage) {
  const { page } = stage
  const { app, on, upper } = await openTwo(stage)
  await app.open(upper)
  await app.text.press('Alt+h')
  await moveTo(page, on.item('Tomorrow'), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(on.toast).toContainText('Snoozed until')
  await expect(app.chat(upper)).toHaveCount(0)
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(app.chat(upper)).toBeVisible()

  await page.keyboard.press('Alt+e')
  await expect(on.toast).toContainText('Marked as done')
  // The text that is being written comes first.
  await page.keyboard.type('a')
  await page.keyboard.press('Control+z')
  await expect(app.text).toHaveValue('')
  await expect(on.reopen).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(on.reopen).toBeHidden()
  await expect(app.text).toBeFocused()
}

async function changeIsNewer(stage: Stage) {
  const { page, clinic } = stage
  const contact = { name: 'Theo Marsh', number: '+12025553270' }
  const chat = addChat(clinic, { name: contact.name, contacts: [contact] })
  addPending(clinic, chat, { text: 'See you at nine', state: 'held' })
  const app = await stage.come(addressOf(chat.id))
  const on = triage(page)
  await app.text.press('Alt+e')
  await expect(on.reopen).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(on.done).toBeVisible()
  await expect(app.text).toHaveValue('')
  await page.keyboard.press('Control+z')
  await expect(app.text).toHaveValue('See you at nine')
}

async function messageIsNewer(stage: Stage) {
  const { page } = stage
  const { app, on } = await openContact(stage)
  await app.text.press('Alt+e')
  await expect(on.undo).toBeVisible()
  await page.keyboard.type('See you at nine')
  await page.keyboard.press('Enter')
  // Held: the server has it.
  await expect(app.message('See you at nine').getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(app.text).toHaveValue('See you at nine')
  await expect(on.undo).toBeVisible()
}

const OPENS_NEXT = 'Done opens the next chat'

async function opensNext({ page, clinic, come, look }: Stage) {
  clinic.chats = []
  clinic.counts = { done: { count: 1, more: false } }
  for (const name of ['Fourth', 'Third', 'Second', 'First']) addTexts(clinic, addChat(clinic, { name }), ['A note'])
  const app = await come()
  const on = triage(page)
  const choice = page.getByRole('menuitemcheckbox', { name: OPENS_NEXT })
  await app.account.click()
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(choice).toBeChecked()
  await look()
  await page.keyboard.press('Escape')

  await app.open('Second')
  await on.done.focus()
  await page.keyboard.press('Enter')
  await expect(app.title).toHaveText('Third')
  await expect(on.toast).toContainText('Marked as done')
  await expect(app.text).toBeFocused()
  await look()
  await on.undo.click()
  await expect(app.title).toHaveText('Second')
  await expect(app.chat('Second')).toBeVisible()

  // Below the last chat, there is only the one above.
  await app.open('Fourth')
  await app.text.press('Alt+e')
  await expect(app.title).toHaveText('Third')
  // Other chats than the opened one leave it open.
  await app.chat('First').press('e')
  await expect(app.chat('First')).toHaveCount(0)
  await expect(app.title).toHaveText('Third')
  await openRowMenu(page, app.chat('Third'))
  await on.item('Mark as done').click()
  await expect(app.title).toHaveText('Second')
  await app.chat('Second').press('e')
  await expect(page.getByText('All caught up')).toBeVisible()
  await expect(page).not.toHaveURL(/chat=\d/)
  await page.keyboard.press('Control+z')
  await expect(app.title).toHaveText('Second')

  // Remembered.
  await page.reload()
  await come('/teams-app/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(choice).toBeChecked()
}

async function staysOpen(stage: Stage) {
  const { page } = stage
  const { app, on, upper } = await openTwo(stage)
  await app.account.click()
  await page.getByRole('menuitemcheckbox', { name: OPENS_NEXT }).click()
  await page.keyboard.press('Escape')
  await refuse(page, 'chats.setState')
  await app.open(upper)
  await on.done.click()
  await expect(on.toast).toContainText(`The change wasn’t saved. ${REASON}`)
  await expect(app.title).toHaveText(upper)
}

async function refusedInList(stage: Stage) {
  const { page } = stage
  const { app, on, upper, lower } = await openTwo(stage)
  const allow = await refuse(page, 'chats.setState')
  await app.chat(upper).press('e')
  await expect(on.toast).toContainText(`The change wasn’t saved. ${REASON}`)
  await expect(app.chat(upper)).toBeVisible()
  await expect(app.chat(lower)).toBeVisible()
  await allow()
  await page.context().setOffline(true)
  await app.chat(upper).press('e')
  await expect(on.toast).toContainText('You’re offline. Try again when you’re connected.')
  await expect(app.chat(upper)).toBeVisible()
  await page.context().setOffline(false)
}
