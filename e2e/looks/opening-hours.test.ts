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
test('Opening hours: the next opening is offered for sending later', ({ stage }) => sendLater(stage))
test('Opening hours: the week of a line, by keyboard', ({ stage }) => week(stage))
test('Opening hours: from those of the organization to the replies of a line, and back', ({ stage }) => ways(stage))

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

async function sendLater(stage: Stage) {
  const { page, look } = stage
  const app = await comeToClosedLine(stage)
  await app.text.fill('Good morning')
  const on = pendingMessages(page)
  await on.more.click()
  await expect(on.menu.getByRole('menuitem', { name: 'Tomorrow at 9:00 AM' })).toHaveCount(0)
  const opening = on.menu.getByRole('menuitem', { name: 'When the line opens' })
  await expect(opening).toContainText(/:00\s[AP]M/)
  await look()
  const expected = await openingIn(page)
  await opening.click()
  await expect(on.item('Good morning')).toContainText(expected)
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
  await expect(form.getByLabel('Friday, to')).toHaveValue(/^5:00\sPM$/)
  await moveTo(page, form.getByRole('checkbox', { name: 'Monday' }))
  await moveTo(page, form.getByLabel('Monday, from'))
  await page.keyboard.type('6 p.m.')
  await moveTo(page, form.getByRole('checkbox', { name: 'Tuesday' }))
  await page.keyboard.press('Space')
  await expect(form.getByLabel('Tuesday, from')).toHaveCount(0)
  await moveTo(page, form.getByRole('button', { name: 'Save' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Monday, from')).toBeFocused()
  await expect(form.getByLabel('Monday, from')).toHaveAccessibleDescription(
    /The end should be later than the beginning/,
  )
  await page.keyboard.type('nine')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Monday, from')).toHaveAccessibleDescription(/Enter a time, such as 08:00 or 17:30/)
  await expect(form.getByLabel('Monday, from')).toHaveValue('nine')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('9')
  await moveTo(page, form.getByRole('button', { name: 'Save' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(line).toContainText(/Mon 9:00\sAM–5:00\sPM, Wed–Fri 8:00\sAM–5:00\sPM/)
}

async function ways({ page, come, look }: Stage) {
  await come('/admin')
  const hours = page.getByRole('region', { name: 'Opening hours' })
  await hours.getByRole('link', { name: 'Away replies, and hours of a line' }).click()
  await page.getByRole('listitem', { name: 'Billing' }).getByRole('button', { name: 'Hours and replies' }).click()
  const form = page.getByRole('dialog')
  const back = form.getByRole('link', { name: 'Opening hours of the organization' })
  // Unsaved changes would be lost.
  await form.getByRole('radio', { name: 'At these times' }).check()
  await expect(back).toBeHidden()
  await form.getByRole('radio', { name: /^Same as the organization/ }).check()
  await look()
  await back.click()
  await expect(form).toBeHidden()
  await expect(hours).toBeVisible()
}
