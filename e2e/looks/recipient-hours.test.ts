import { eventWithoutData } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { moveTo } from '../pages/keyboard.ts'
import { lose as loseFile } from '../pages/network.ts'
import { notesIn } from '../pages/notes.ts'
import { newMessage } from '../pages/new-chat.ts'
import { pendingMessages } from '../pages/pending.ts'
import { addChat, addContacts, addPending, addressOf } from './arrange.ts'
import { sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test.use({ device: 'laptopWithClock', newPage: true })

test('Recipient’s hours: next to Send while there is something to send, until 8:00', ({ stage }) => untilMorning(stage))
test('Recipient’s hours: sent at 8:00 their time, by keyboard', ({ stage }) => atTheirStart(stage))
test('Recipient’s hours: several people', ({ stage }) => several(stage))
test('Recipient’s hours: an area code with two zones', ({ stage }) => maybe(stage))
test('Recipient’s hours: a toll-free number has the zone of the line', ({ stage }) => tollFree(stage))
test('Recipient’s hours: no time suits everyone', ({ stage }) => never(stage))
test('Recipient’s hours: neither a note nor a text that can’t be sent', ({ stage }) => notSent(stage))
test('Recipient’s hours: a scheduled message that is edited keeps its time', ({ stage }) => rescheduled(stage))
test('Recipient’s hours: a new chat', ({ stage }) => newChat(stage))
test('Recipient’s hours: nothing if the table of time zones can’t be loaded', ({ stage }) => notLoaded(stage))
test('Recipient’s hours: in Teams', ({ stage }) => inTeams(stage))

const HONOLULU = { name: 'Ann Kealoha', number: '+18085553611' }
const LOS_ANGELES = { name: 'Luis Ortega', number: '+12135553612' }
const NEW_YORK = { name: 'Mia Stern', number: '+12125553613' }
const DAKOTA = { name: 'Noah Reed', number: '+16055553614' }
const LONDON = { name: 'Zoe Hart', number: '+442079460958' }
const TOKYO = { name: 'Aiko Mori', number: '+81355553616' }
const TOLL_FREE = { name: 'Lakeside Lab', number: '+18005553617' }

/** 6:12 in Honolulu, 8:12 in Los Angeles, 11:12 in New York. */
const MORNING = '2026-11-24T16:12:00Z'

const TABLE = /\/assets\/time-zones.*js$/

async function comeToChat({ page, clinic, come }: Stage, now: string, contacts: (typeof HONOLULU)[], address = '') {
  await page.clock.install({ time: new Date(now) })
  const chat = addChat(clinic, { name: 'Night owls', contacts })
  const app = await come(`${address}${addressOf(chat.id)}`)
  await expect(app.title).toHaveText('Night owls')
  return { app, chat, on: pendingMessages(page), line: lineIn(page) }
}

/** The line next to Send. */
const lineIn = (page: Page) => page.locator('[data-hours]')

async function untilMorning(stage: Stage) {
  const { page } = stage
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const { app, line } = await comeToChat(stage, MORNING, [HONOLULU])
  await expect(line).toHaveCount(0)
  expect(loaded.filter((url) => TABLE.test(url))).toEqual([])
  await app.text.fill('Good morning')
  await expect(line).toHaveText(/^It’s 6:12\sAM for Ann$/)
  // Announced once.
  await expect(page.getByRole('status').filter({ hasText: /^It’s 6:12\sAM for Ann$/ })).toHaveCount(1)
  await expectUsable(stage)
  await page.clock.runFor(60_000)
  await expect(line).toHaveText(/^It’s 6:13\sAM for Ann$/)
  await expect(page.getByRole('status').filter({ hasText: /6:12\sAM/ })).toHaveCount(1)
  await app.text.fill('')
  await expect(line).toHaveCount(0)
  await app.text.fill('Good morning')
  await page.clock.fastForward('01:47:00')
  await expect(lineIn(page)).toHaveCount(0)
  await app.text.press('Enter')
  await expect(app.message('Good morning')).toBeVisible()
}

async function atTheirStart(stage: Stage) {
  const { page, look } = stage
  const { app, on, line } = await comeToChat(stage, MORNING, [HONOLULU])
  await app.text.focus()
  await page.keyboard.type('Good morning')
  await expect(line).toHaveText(/^It’s 6:12/)
  await moveTo(page, on.more)
  await page.keyboard.press('Enter')
  await expect(on.menu).toBeVisible()
  await look()
  const first = on.menu.getByRole('menuitem').nth(1)
  await expect(first).toHaveText(/^At 8:00\sAM their time/)
  await moveTo(page, first, 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(on.item('Good morning')).toContainText('Scheduled for')
  const [request] = await sent(page, 'messages.send')
  expect(request?.form).toMatchObject({ SendAt: '2026-11-24T18:00:00.000Z' })
  await expect(app.text).toBeFocused()
}

async function several(stage: Stage) {
  const { page } = stage
  // 5:12 in Honolulu, 7:12 in Los Angeles, 10:12 in New York.
  const { app, on, line } = await comeToChat(stage, '2026-11-24T15:12:00Z', [
    HONOLULU,
    LOS_ANGELES,
    NEW_YORK,
    { name: 'Kim Kahale', number: '+18085553618' },
  ])
  await app.text.fill('Good morning')
  await expect(line).toHaveText(/^It’s between 5:12\sAM and 7:12\sAM for Ann and 2 others$/)
  await expectUsable(stage)
  await on.more.click()
  await expect(on.menu.getByRole('menuitem').nth(1)).toHaveText(/^After 8:00\sAM their time/)
  await page.keyboard.press('Escape')
  await page.clock.runFor(60 * 60_000)
  await expect(line).toHaveText(/^It’s 6:12\sAM for Ann and Kim$/)
  await on.more.click()
  await expect(on.menu.getByRole('menuitem').nth(1)).toHaveText(/^At 8:00\sAM their time/)
}

async function maybe(stage: Stage) {
  const { look } = stage
  // 8:30 in Chicago, 7:30 in Denver.
  const { app, on, line } = await comeToChat(stage, '2026-11-24T14:30:00Z', [DAKOTA])
  await app.text.fill('Good morning')
  await expect(line).toHaveText(/^It may be 7:30\sAM for Noah$/)
  await look()
  await on.more.click()
  await on.menu.getByRole('menuitem', { name: /^After 8:00\sAM their time/ }).click()
  const [request] = await sent(stage.page, 'messages.send')
  expect(request?.form).toMatchObject({ SendAt: '2026-11-24T15:00:00.000Z' })
}

async function tollFree(stage: Stage) {
  const { clinic } = stage
  clinic.lines[0]!.ownHours = { timeZone: 'Asia/Kolkata', week: null, holidays: [] }
  const { app, line } = await comeToChat(stage, '2026-11-24T16:12:00Z', [TOLL_FREE])
  await app.text.fill('Good evening')
  await expect(line).toHaveText(/^It’s 9:42\sPM for Lakeside$/)
}

async function never(stage: Stage) {
  const { page, look } = stage
  const { app, on, line } = await comeToChat(stage, '2026-11-24T11:00:00Z', [LOS_ANGELES, LONDON, TOKYO])
  await app.text.fill('Good morning')
  await expect(line).toHaveText(/^It’s 3:00\sAM for Luis$/)
  await on.more.click()
  await expect(on.menu.getByRole('menuitem', { name: 'No time in the next 48 hours suits everyone' })).toBeDisabled()
  await expect(on.menu).not.toContainText('their time')
  await look()
  await page.keyboard.press('Escape')
}

async function notSent(stage: Stage) {
  const { page, update, announce, clinic } = stage
  const { app, chat, line } = await comeToChat(stage, MORNING, [HONOLULU, NEW_YORK])
  const on = notesIn(page)
  await app.text.fill('Good morning')
  await expect(line).toHaveText(/^It’s 6:12/)
  await on.noteMode.click()
  await expect(on.add).toBeEnabled()
  await expect(lineIn(page)).toHaveCount(0)
  await on.textMode.click()
  await expect(line).toHaveText(/^It’s 6:12/)

  // Ann opts out: Mia is awake.
  chat.members.find(({ name }) => name === HONOLULU.name)!.optedOut = true
  chat.version += 1
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'ChatUpdated', chat.id))
  await expect(lineIn(page)).toHaveCount(0)
  await expect(app.send).toBeEnabled()
}

async function rescheduled(stage: Stage) {
  const { page, clinic } = stage
  await page.clock.install({ time: new Date(MORNING) })
  const chat = addChat(clinic, { name: 'Night owls', contacts: [HONOLULU] })
  addPending(clinic, chat, { text: 'See you at ten.' })
  const app = await stage.come(addressOf(chat.id))
  const on = pendingMessages(page)
  // With its code and the table loaded, the line appears at once.
  await app.text.fill('Good morning')
  await expect(lineIn(page)).toBeVisible()
  await app.text.fill('')
  await on.action('Edit', 'See you at ten.').click()
  await expect(on.schedule).toBeEnabled()
  await app.text.fill('See you at eleven.')
  await expect(on.schedule).toBeEnabled()
  await expect(lineIn(page)).toHaveCount(0)
  await on.cancelEdit.click()
  await app.text.fill('Good morning')
  await expect(lineIn(page)).toBeVisible()
}

async function newChat(stage: Stage) {
  const { page, clinic, come, look } = stage
  await page.clock.install({ time: new Date(MORNING) })
  addContacts(clinic, [HONOLULU, NEW_YORK])
  const app = await come()
  await app.newChat.click()
  const on = newMessage(page)
  await on.to.fill('Ann Kea')
  await on.options.first().click()
  await on.text.fill('Good morning')
  await expect(lineIn(page)).toHaveText(/^It’s 6:12\sAM for Ann$/)
  await look()
}

async function notLoaded(stage: Stage) {
  const { page, forgive } = stage
  forgive(/ERR_FAILED/)
  await loseFile(page, TABLE)
  const { app, on, line } = await comeToChat(stage, MORNING, [HONOLULU])
  const lost = page.waitForEvent('requestfailed', (request) => TABLE.test(request.url()))
  await app.text.fill('Good morning')
  await lost
  await on.more.click()
  await expect(on.menu.getByRole('menuitem', { name: 'In 1 hour' })).toBeVisible()
  await expect(on.menu).not.toContainText('their time')
  await page.keyboard.press('Escape')
  await expect(line).toHaveCount(0)
  await app.text.press('Enter')
  await expect(app.message('Good morning')).toBeVisible()
}

async function inTeams(stage: Stage) {
  const { app, line } = await comeToChat(stage, MORNING, [HONOLULU], '/teams-app')
  await app.text.fill('Good morning')
  await expect(line).toHaveText(/^It’s 6:12\sAM for Ann$/)
}
