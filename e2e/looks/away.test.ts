import { WEEKDAYS } from '@partyline/contract'
import type { User } from '@partyline/contract'
import { notesIn } from '../pages/notes.ts'
import { triage } from '../pages/triage.ts'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Away: people to assign to', ({ stage }) => people(stage))
test('Away: assigned by keyboard, and what follows', ({ stage }) => assigned(stage))
test('Away: the assignee in the header', ({ stage }) => inHeader(stage))
test('Away: the own pause is no news in the header', ({ stage }) => ownPause(stage))
test('Away: several chats assigned at once', ({ stage }) => severalAssigned(stage))
test('Away: people to mention, and one to add', ({ stage }) => mentioned(stage))
test('Away: the team of a chat', ({ stage }) => details(stage))

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Away: people to assign to, on a phone', ({ stage }) => onPhone(stage))
})

const CONTACT = { name: 'Theo Marsh', number: '+12025553270' }
const HOUR_MS = 3_600_000

/** Working hours that begin again in three days. */
function hoursElsewhen(): User['workingHours'] {
  const at = new Date(Date.now() + 72 * HOUR_MS)
  const open = at.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }).toLowerCase()
  const times = (day: string) => (day === open ? [{ from: '08:00', to: '17:00' }] : [])
  const week = Object.fromEntries(WEEKDAYS.map((day) => [day, times(day)])) as NonNullable<User['workingHours']>['week']
  return { timeZone: 'UTC', week }
}

/** Omar is out of hours, and Mei has paused notifications. So has Dana herself. */
async function comeWithAway({ clinic, come, page }: Stage, { assignee }: { assignee?: string } = {}) {
  const pausedUntil = new Date(Date.now() + HOUR_MS).toISOString()
  for (const user of clinic.users) {
    if (user.name === 'Omar Haddad') user.workingHours = hoursElsewhen()
    else user.pausedUntil = pausedUntil
  }
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT], team: ['Mei Tanaka'] })
  addTexts(clinic, chat, ['Your results are in.'])
  chat.assignedTo = clinic.users.find(({ name }) => name === assignee)?.id ?? null
  const app = await come(addressOf(chat.id))
  await expect(app.text).toBeVisible()
  return { app, chat, on: triage(page) }
}

/** In the last hour of a day, until the next one. */
const PAUSED = /Paused until (\w{3} )?\d/
const OUT_OF_HOURS = /Out of hours until \w{3} \d/
const AWAY = /Assigned to Omar Haddad, who’s away until \w{3} \d.+\. In the meantime, new texts notify the others\./

async function people(stage: Stage) {
  const { on } = await comeWithAway(stage)
  await on.assign.click()
  await expect(on.person(/Omar Haddad/)).toContainText(OUT_OF_HOURS)
  await expect(on.person(/Omar Haddad/)).toContainText('Will be added to the chat')
  await expect(on.person(/Mei Tanaka/)).toContainText(PAUSED)
  await expect(on.person(/Dana Cole/)).toHaveText(/\(you\)$/)
  await stage.look()
}

async function assigned(stage: Stage) {
  const { page } = stage
  const { app, chat, on } = await comeWithAway(stage)
  await on.assign.focus()
  await page.keyboard.press('Enter')
  await expect(on.findPerson).toBeFocused()
  await page.keyboard.type('omar')
  await expect(on.picker.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(on.toast).toContainText(AWAY)
  await expect(page.getByText('notify the others. Press Ctrl+Z to undo.')).toBeAttached()
  await expect.poll(() => sent(page, 'chats.assign')).toMatchObject([{ params: { chatId: chat.id } }])
  await on.undo.click()
  await expect(on.toast).toContainText('Undone')
  await expect(app.text).toBeVisible()
}

async function inHeader(stage: Stage) {
  const { page } = stage
  const { app } = await comeWithAway(stage, { assignee: 'Mei Tanaka' })
  const named = page.getByRole('button', { name: /^Assigned to Mei Tanaka · Paused until/ })
  await expect(named.getByText(PAUSED).last()).toBeVisible()
  await named.hover()
  await expect(page.getByRole('tooltip')).toContainText('Assigned to Mei Tanaka · Paused until')
  await stage.look()
  await app.text.hover()
  await expectUsable(stage)
}

async function ownPause(stage: Stage) {
  const { on } = await comeWithAway(stage, { assignee: 'Dana Cole' })
  await expect(on.assign).toHaveAccessibleName('Assigned to Dana Cole')
  expect(await sent(stage.page, 'users.list')).toEqual([])
}

async function severalAssigned(stage: Stage) {
  const { page } = stage
  const { app, on } = await comeWithAway(stage)
  await app.chat(CONTACT.name).focus()
  await page.keyboard.press('x')
  await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click()
  await on.person(/Omar Haddad/).click()
  await expect(on.toast).toContainText(/1 chat assigned to Omar Haddad, who’s away until .+notify the others\./)
}

async function mentioned(stage: Stage) {
  const { page } = stage
  await comeWithAway(stage)
  const { text, noteMode, option } = notesIn(page)
  await noteMode.click()
  await text.pressSequentially('@')
  await expect(option('Omar Haddad')).toContainText(OUT_OF_HOURS)
  await expect(option('Mei Tanaka')).toContainText(PAUSED)
  await expectUsable(stage)
  await text.pressSequentially('omar')
  await text.press('Enter')
  await text.press('Enter')
  await expect(page.getByRole('main').getByText(/^Omar isn’t in this chat\. Omar is away until \w{3} \d/)).toBeVisible()
  await expectUsable(stage)
}

async function details(stage: Stage) {
  const { app } = await comeWithAway(stage)
  await app.membersButton.click()
  const row = (name: string) => app.members.getByRole('listitem').filter({ hasText: name })
  await expect(row('Mei Tanaka')).toContainText(PAUSED)
  await expect(row(CONTACT.name)).not.toContainText('until')
  await stage.look()
}

async function onPhone(stage: Stage) {
  const { on } = await comeWithAway(stage)
  await on.more.click()
  await on.item('Assign…').click()
  await expect(on.person(/Omar Haddad/)).toContainText(OUT_OF_HOURS)
  await stage.look()
  await on.person(/Omar Haddad/).click()
  await expect(on.toast).toContainText(AWAY)
  await expect(on.toast.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
  await stage.look()
}
