import type { Page } from '@playwright/test'
import { chatUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeNotes } from '../pages/arrange.ts'
import { refuse, REASON } from '../pages/network.ts'
import { triage } from '../pages/triage.ts'
import { playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Triage', state: 'done', play: done },
  { screen: 'Triage', state: 'snoozed and assigned', play: snoozed },
  { screen: 'Triage', state: 'times of a snooze', play: times },
  { screen: 'Triage', state: 'a time of one’s own', play: custom },
  { screen: 'Triage', state: 'people to assign to', play: people },
  { screen: 'Triage', state: 'people could not be loaded', play: peopleFail },
  { screen: 'Triage', state: 'menu of a row', play: rowMenu },
  { screen: 'Triage', state: 'refused', play: refused },
]

playStates(STATES)

async function openContact({ come, page }: Stage) {
  const contact = { name: 'Theo Marsh', number: '+12025553270' }
  const { id } = await arrangeChat({ name: contact.name, contact })
  const app = await come(chatUrl(id))
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

async function rowMenu({ page, come, look }: Stage) {
  await arrangeNotes('With a menu')
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
