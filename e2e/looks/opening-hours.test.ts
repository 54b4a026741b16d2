import type { Week } from '@partyline/contract'
import { WEEKDAYS } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { moveTo } from '../pages/keyboard.ts'
import { pendingMessages } from '../pages/pending.ts'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Opening hours: a closed line and its away reply', ({ stage }) => closed(stage))
test('Opening hours: a draft is scheduled for the opening, by keyboard', ({ stage }) => sendThen(stage))
test('Opening hours: a draft is scheduled for the opening, on a phone', ({ stage }) => sendThenOnPhone(stage))
test('Opening hours: the week of a line, by keyboard', ({ stage }) => week(stage))

const AWAY = 'We are closed, and will answer tomorrow.'
const CLOSED = /Closed, opens \w+day \d+:00\s[AP]M/

/** Opens on no day but the one after tomorrow. */
function weekOfLater(): Week {
  const day = WEEKDAYS[(new Date().getUTCDay() + 1) % 7]
  return Object.fromEntries(
    WEEKDAYS.map((each) => [each, each === day ? [{ from: '08:00', to: '17:00' }] : []]),
  ) as Week
}

async function comeToClosedLine({ clinic, come }: Stage) {
  const line = clinic.lines[0]!
  line.ownHours = { timeZone: 'UTC', week: weekOfLater(), holidays: [] }
  const chat = addChat(clinic, { name: 'Nora Quist', contacts: [{ name: 'Nora Quist', number: '+12025553661' }] })
  const reply = addTexts(clinic, chat, [AWAY])[0]!
  // Its author is the line, and only the contact gets it.
  Object.assign(reply, { automatic: 'away', sentBy: line.id, delivery: reply.delivery.slice(1) })
  const app = await come(addressOf(chat.id))
  await expect(app.title).toHaveText('Nora Quist')
  return app
}

async function closed(stage: Stage) {
  const { page } = stage
  await comeToClosedLine(stage)
  await expect(page.getByRole('note')).toHaveText(CLOSED)
  await expect(page.locator('header').filter({ hasText: 'Nora Quist' })).toContainText(CLOSED)
  const reply = page.getByRole('article', { name: /^Automatic reply/ })
  await expect(reply).toContainText(AWAY)
  await expect(reply).toContainText('Delivered')
  await expect(reply.getByRole('button', { name: /^Reply/ })).toHaveCount(0)
  await expectUsable(stage)
}

/** When the notice says that the line opens, as a pending message has it. */
async function openingIn(page: Page): Promise<string> {
  const [, day = '', time = ''] = /opens (\w+day) (\d+:00\s[AP]M)/.exec(await page.getByRole('note').innerText()) ?? []
  return `Scheduled for ${day.slice(0, 3)} ${time}`
}

async function sendThen(stage: Stage) {
  const { page, look } = stage
  const app = await comeToClosedLine(stage)
  const button = page.getByRole('note').getByRole('button', { name: 'Send then' })
  await expect(button).toBeDisabled()
  await app.text.fill('Good morning')
  await moveTo(page, button, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const pending = pendingMessages(page).item('Good morning')
  await expect(pending).toContainText(await openingIn(page))
  await expect(pending).toContainText('Canceled if someone replies first')
  await expect(app.text).toHaveValue('')
  await expect(app.text).toBeFocused()
  await expect(button).toBeDisabled()
  await expect(app.message('Good morning')).toHaveCount(0)
  await look()
}

async function sendThenOnPhone(stage: Stage) {
  const { page, look } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  const app = await comeToClosedLine(stage)
  await app.text.fill('Good morning')
  await page.getByRole('note').getByRole('button', { name: 'Send then' }).click()
  await expect(pendingMessages(page).item('Good morning')).toContainText(await openingIn(page))
  await expect(app.text).toHaveValue('')
  await look()
}

/** The first error gets the focus. */
async function week({ page, come }: Stage) {
  await come('/admin/twilio')
  const line = page.getByRole('listitem').filter({ hasText: 'Billing' })
  await moveTo(page, line.getByRole('button', { name: 'Hours and replies' }))
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await expect(form.getByRole('radio', { name: /^Same as the organization: Always open/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(form.getByLabel('Friday, to')).toHaveValue('17:00')
  await moveTo(page, form.getByRole('checkbox', { name: 'Monday' }))
  await moveTo(page, form.getByLabel('Monday, from'))
  await page.keyboard.type('0600PM')
  await moveTo(page, form.getByRole('checkbox', { name: 'Tuesday' }))
  await page.keyboard.press('Space')
  await expect(form.getByLabel('Tuesday, from')).toHaveCount(0)
  await moveTo(page, form.getByRole('button', { name: 'Save' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Monday, from')).toBeFocused()
  await expect(form.getByLabel('Monday, from')).toHaveAccessibleDescription(
    /The end should be later than the beginning/,
  )
  await page.keyboard.type('0900AM')
  await moveTo(page, form.getByRole('button', { name: 'Save' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(line).toContainText('Mon 09:00–17:00, Wed–Fri 08:00–17:00')
}
