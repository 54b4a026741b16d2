import type { Page } from '@playwright/test'
import { triage } from '../pages/triage.ts'
import { addChat, addressOf } from './arrange.ts'
import { REASON, refuse } from './calls.ts'
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

async function openContact({ clinic, come, page }: Stage) {
  const contact = { name: 'Theo Marsh', number: '+12025553270' }
  const { id } = addChat(clinic, { name: contact.name, contacts: [contact] })
  const app = await come(addressOf(id))
  await expect(app.text).toBeVisible()
  return { app, on: triage(page) }
}

async function done(stage: Stage) {
  const { on } = await openContact(stage)
  await on.done.click()
  await expect(on.undo).toBeVisible()
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
