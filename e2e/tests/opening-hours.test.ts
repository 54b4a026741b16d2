import type { LineHours, NumberId, Week } from '@partyline/contract'
import { signIn as client } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { openAdmin } from '../pages/admin-page.ts'
import { appUrl, chatUrl } from '../pages/addresses.ts'
import { arrangeChat, DANA } from '../pages/arrange.ts'
import { moveTo } from '../pages/keyboard.ts'
import { pendingMessages } from '../pages/pending.ts'
import { addPhone, textFrom, textsOn } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { openTeams } from '../pages/teams-window.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { expect, test } from '../test.ts'

const AWAY = 'We are closed, and will answer tomorrow.'
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** Opens on no day but the one after tomorrow. */
function hoursOfLater(): LineHours {
  const day = DAYS[(new Date().getUTCDay() + 1) % 7] ?? 'monday'
  const week = Object.fromEntries(DAYS.map((each) => [each, each === day ? [{ from: '08:00', to: '17:00' }] : []]))
  return { timeZone: 'UTC', week: week as Week, holidays: [] }
}
const CLOSED = /Closed, opens \w+day \d+:00\sAM|Closed, opens \w+day \d+:00\sPM/

async function setBilling(hours: LineHours | null, awayReply: string | null) {
  const dana = await client(appUrl(), DANA)
  const billing = (await dana.get('numbers.twilio')).find(({ name }) => name === 'Billing')
  const numberId = billing?.id ?? ('' as NumberId)
  await dana.get('settings.updateHours', { params: { numberId }, body: { hours, awayReply } })
  return { number: billing?.number ?? '' }
}

test.afterEach(() => setBilling(null, null))

/** A chat on the closed line, whose contact has texted and got the away reply. */
async function arrangeClosed(digit: number) {
  const { number } = await setBilling(hoursOfLater(), AWAY)
  const contact = { name: `Nora ${digit}`, number: `+1202555366${digit}` }
  await addPhone(contact)
  const { id } = await arrangeChat({ name: contact.name, contact, number: 'Billing' })
  await textFrom(contact.number, 'Is anyone there?', number)
  await expect.poll(() => textsOn(contact.number)).toEqual([AWAY])
  return { id, name: contact.name }
}

test('a closed line says when it opens, and its away reply is marked, by keyboard', async ({ openBrowser }) => {
  const { name } = await arrangeClosed(1)
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  // The list has what the contact wrote.
  await expect(app.chat(name)).toContainText('Is anyone there?')
  await moveTo(page, app.list.getByRole('link').first())
  await moveTo(page, app.chat(name), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('note')).toHaveText(CLOSED)
  await expect(page.locator('header').filter({ hasText: name })).toContainText(CLOSED)
  const reply = page.getByRole('article', { name: /^Automatic reply/ })
  await expect(reply).toContainText(AWAY)
  await expect(reply).toContainText('Delivered')
  await expect(reply.getByRole('button', { name: /^Reply/ })).toHaveCount(0)
  // It stops no one from writing.
  await page.keyboard.type('We will call you back.')
  await page.keyboard.press('Enter')
  await expect(app.message('We will call you back.')).toContainText('Delivered')
  await expectAccessible({ page, frame: page })
})

test('on a phone, a closed line says so above the composer', async ({ openBrowser }) => {
  const { id } = await arrangeClosed(2)
  const page = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })
  await signIn(page, 'Dana Cole')
  await page.goto(chatUrl(id))
  await expect(page.getByRole('note')).toHaveText(CLOSED)
  await expect(page.getByRole('article', { name: /^Automatic reply/ })).toContainText(AWAY)
  await expectAccessible({ page, frame: page })
})

/** When the notice says that the line opens, as a pending message has it. */
async function openingIn(page: Page): Promise<string> {
  const [, day = '', time = ''] = /opens (\w+day) (\d+:00\s[AP]M)/.exec(await page.getByRole('note').innerText()) ?? []
  return `Scheduled for ${day.slice(0, 3)} ${time}`
}

test('a draft is scheduled for the time when its line opens, by keyboard', async ({ openBrowser }) => {
  const { id, name } = await arrangeClosed(4)
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole', chatUrl(id))
  await expect(app.title).toHaveText(name)
  const sendThen = page.getByRole('note').getByRole('button', { name: 'Send then' })
  await expect(sendThen).toBeDisabled()
  await app.text.fill('Good morning')
  await moveTo(page, sendThen, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(pendingMessages(page).item('Good morning')).toContainText(await openingIn(page))
  await expect(pendingMessages(page).item('Good morning')).toContainText('Canceled if someone replies first')
  await expect(app.text).toHaveValue('')
  await expect(app.text).toBeFocused()
  await expect(sendThen).toBeDisabled()
  await expect(app.message('Good morning')).toHaveCount(0)
  await expectAccessible({ page, frame: page })
})

test('on a phone, a draft is scheduled for the time when its line opens', async ({ openBrowser }) => {
  const { id } = await arrangeClosed(5)
  const page = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole', chatUrl(id))
  await app.text.fill('Good morning')
  await page.getByRole('note').getByRole('button', { name: 'Send then' }).tap()
  await expect(pendingMessages(page).item('Good morning')).toContainText(await openingIn(page))
  await expect(app.text).toHaveValue('')
  await expectAccessible({ page, frame: page })
})

test('the week of a line is changed by keyboard, and what is wrong gets the focus', async ({ openBrowser }) => {
  const page = await openBrowser({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/twilio')
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
})

test('in Teams, a closed line says so, and nothing once it is open', async ({ openBrowser }) => {
  const { name } = await arrangeClosed(3)
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const { frame } = await openTeams(page, { person: DANA })
  const app = chatsPage(frame)
  await app.chat(name).click()
  await expect(frame.getByRole('note')).toHaveText(CLOSED)
  await expectAccessible({ page, frame })
  await setBilling({ ...hoursOfLater(), week: null }, AWAY)
  await expect(frame.getByRole('note')).toHaveCount(0)
})
