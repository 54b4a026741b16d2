import { eventWithoutData } from '@partyline/contract'
import { chatsPage } from '../pages/chats-page.ts'
import { pendingMessages } from '../pages/pending.ts'
import { triage } from '../pages/triage.ts'
import { addChat, addPending, addressOf, addTexts } from './arrange.ts'
import { lose, sent } from './calls.ts'
import { addUnread } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import type { Clinic } from '@partyline/web/looks'

const DAY_MS = 86_400_000

test('Every day: a chat is claimed with one click', ({ stage }) => claimed(stage))
test('Every day: a chat is marked as unread in its menu, or with others', ({ stage }) => unread(stage))
test('Every day: a text that was taken back is no failure, and is discarded with one click', ({ stage }) =>
  undone(stage))
test('Every day: the arrow to the newest message says how many are below', ({ stage }) => below(stage))
test('Every day: a message in focus says its author, text, and status, then the time', ({ stage }) => byEar(stage))
test('Every day: after a caller was named, the focus stays in the header', ({ stage }) => named(stage))

test('Every day: without an open chat, what waits is a click away', ({ stage }) => start(stage))
test('Every day: unanswered chats are listed until someone answers', ({ stage }) => unanswered(stage))
test('Every day: nothing waits', ({ stage }) => nothingWaits(stage))
test('Every day: what is returned or due today opens as a list', ({ stage }) => returnedAndDue(stage))
test('Every day: a message that is returned is counted at once, until it is dealt with', ({ stage }) => counted(stage))
test.describe('with a clock of its own', () => {
  test.use({ device: 'laptopWithClock', newPage: true })
  test('Every day: what is due today changes at midnight', ({ stage }) => midnight(stage))
})

test('Every day: a row says what is scheduled, or else that a message was returned', ({ stage }) => pendingSigns(stage))
test('Every day: a row says what waits, and who has opted out; so does the header', ({ stage }) => signs(stage))

const PIA = { name: 'Pia Lund', number: '+12025553471' }

async function claimed(stage: Stage) {
  const chat = addChat(stage.clinic, { name: PIA.name, contacts: [PIA] })
  await stage.come(addressOf(chat.id))
  const on = triage(stage.page)
  await on.claim.click()
  await expect(on.toast).toContainText('Assigned to you')
  await expect(on.claim).toBeHidden()
  const [request] = await sent(stage.page, 'chats.assign')
  expect(request?.body).toEqual({ userId: stage.clinic.me.id })
  await stage.look()
}

async function unread(stage: Stage) {
  const { page } = stage
  const app = await stage.come()
  const on = triage(page)
  await app.chat('Tom Becker').click({ button: 'right' })
  await stage.look()
  await on.item('Mark as unread').click()
  await expect(on.toast).toContainText('Marked as unread')
  const tom = stage.clinic.chats.find(({ name }) => name === 'Tom Becker')!
  // The newest message is Tom’s.
  const body = { messageIds: [tom.messages.at(-1)!.id], asRead: false }
  await expect.poll(() => sent(page, 'chats.viewMessages')).toMatchObject([{ params: { chatId: tom.id }, body }])

  await app.chat('Priya Shah').focus()
  await page.keyboard.press('u')
  const priya = stage.clinic.chats.find(({ name }) => name === 'Priya Shah')!
  await expect
    .poll(async () => (await sent(page, 'chats.viewMessages')).at(-1))
    .toMatchObject({ params: { chatId: priya.id }, body: { asRead: false } })

  await app.chat('Tom Becker').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await app.selection.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(on.toast).toContainText('2 chats marked as unread')
  await on.undo.click()
  await expect(on.toast).toContainText('Undone for 2 chats')
  await expect(page.locator('[data-chat]:focus')).toHaveCount(1)
}

async function undone(stage: Stage) {
  const { page, clinic } = stage
  const chat = addChat(clinic, { name: PIA.name, contacts: [PIA] })
  addTexts(clinic, chat, ['Hello, this is the clinic.'])
  addPending(clinic, chat, { text: 'We open at nine.', state: 'returned', reason: 'undone' })
  const app = await stage.come(addressOf(chat.id))
  const on = pendingMessages(page)
  const about = on.region.getByText('Not sent: you took it back.')
  const color = (locator: typeof about) => locator.evaluate('element => getComputedStyle(element).color')
  await expect.poll(() => color(about)).toBe(await color(on.region.getByText('We open at nine.')))
  await stage.look()
  await on.action('Edit', 'We open at nine.').click()
  await expect(app.text).toHaveValue('We open at nine.')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(app.text).toHaveValue('')
  await stage.announce(eventWithoutData(clinic.me.tenantId, 'DeliveryStatusUpdated', chat.id))
  await expect(on.region).toHaveCount(0)
  await expect.poll(() => sent(page, 'messages.cancel')).toHaveLength(1)
}

async function below(stage: Stage) {
  const { clinic, page } = stage
  const chat = addChat(clinic, { name: PIA.name, contacts: [PIA] })
  addUnread(
    clinic,
    chat,
    Array.from({ length: 30 }, (_, at) => `Question ${at}`),
  )
  await stage.come(addressOf(chat.id))
  const arrow = page.getByRole('button', { name: /^Go to the newest message, \d+ further down$/ })
  await expect(arrow).toHaveText(/^\d+$/)
  await stage.look()
  await arrow.click()
  await expect(arrow).toHaveCount(0)
}

async function byEar(stage: Stage) {
  const { clinic } = stage
  const chat = addChat(clinic, { name: PIA.name, contacts: [PIA] })
  addTexts(clinic, chat, ['We open at nine.'])
  const app = await stage.come(addressOf(chat.id))
  await expect(app.newest).toHaveAccessibleName(/^You, We open at nine\., Delivered, \d+:\d\d [AP]M$/)
}

async function named({ clinic, come, page }: Stage) {
  const caller = { name: '(202) 555-3472', number: '+12025553472' }
  const chat = addChat(clinic, { name: caller.name, contacts: [caller] })
  await come(addressOf(chat.id))
  await page.getByRole('button', { name: 'Add name' }).first().click()
  await page.getByRole('dialog').getByRole('textbox').fill('Nina Named')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(chatsPage(page).title).toBeVisible()
  await expect(page.locator('header :focus')).toHaveCount(1)
}

async function start({ clinic, come, page, look }: Stage) {
  clinic.counts = {
    unread: { count: 7, more: false },
    unanswered: { count: 12, more: false },
    attention: { count: 1, more: false },
    done: { count: 9, more: false },
  }
  const app = await come()
  await expect(page.getByRole('heading', { name: 'Waiting for you and your team' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^\d+/ })).toHaveText([
    /12.*Unanswered/,
    /1.*Needs attention/,
    /7.*Unread/,
  ])
  await look()
  await page.getByRole('button', { name: /7.*Unread/ }).click()
  await expect(page).toHaveURL(/filter=unread/)
  await expect(app.list.getByRole('button', { name: /Unread/ })).toBeVisible()
}

async function unanswered({ clinic, come, page, update, announce }: Stage) {
  const [pia] = [PIA, NILS].map(({ name, number }) => addChat(clinic, { name, contacts: [{ name, number }] }))
  clinic.counts = { unanswered: { count: 1, more: false } }
  Object.assign(pia!, { waitingSince: new Date().toISOString() })
  const app = await come()
  await page
    .getByRole('main')
    .getByRole('button', { name: /1.*Unanswered/ })
    .click()
  await expect(page).toHaveURL(/mode=all&filter=unanswered/)
  await expect(app.chat(PIA.name)).toBeVisible()
  await expect(app.chats).toHaveCount(1)
  Object.assign(pia!, { waitingSince: null, version: pia!.version + 1 })
  await update()
  const { id: chatId, version } = pia!
  const data = { patch: { waitingSince: null }, changed: [], removed: [], unreadCounts: {} }
  const { tenantId } = clinic.me
  await announce({ tenantId, area: 'ChatContent', kind: 'DeliveryStatusUpdated', chatId, version, data })
  await expect(app.list.getByText('Everyone has an answer')).toBeVisible()
}

async function nothingWaits({ come, page, look }: Stage) {
  await come()
  await expect(page.getByText('All caught up')).toBeVisible()
  await look()
}

const NILS = { name: 'Nils Berg', number: '+12025553473' }
const RUTH = { name: 'Ruth Adler', number: '+12025553474' }

/** Pia’s message was returned, Nils’ is due today, and Ruth’s the day after tomorrow. */
function addWaiting(clinic: Clinic) {
  const now = Date.now()
  const [pia, nils, ruth] = [PIA, NILS, RUTH].map(({ name, number }) =>
    addChat(clinic, { name, contacts: [{ name, number }] }),
  )
  Object.assign(pia!, { scheduledCount: 2, returnedCount: 1, scheduledFor: new Date(now + 2 * DAY_MS).toISOString() })
  Object.assign(nils!, { scheduledCount: 1, scheduledFor: new Date(now).toISOString() })
  Object.assign(ruth!, { scheduledCount: 1, scheduledFor: new Date(now + 2 * DAY_MS).toISOString() })
  clinic.counts = { returned: { count: 1, more: false }, dueToday: { count: 1, more: false } }
  return pia!
}

async function returnedAndDue({ clinic, come, page, look }: Stage) {
  addWaiting(clinic)
  const app = await come()
  const cards = page.getByRole('main').getByRole('button', { name: /^\d+/ })
  await expect(cards).toHaveText([/1.*Returned/, /1.*Due today/])
  await look()
  await cards.first().click()
  await expect(page).toHaveURL(/mode=all&filter=returned/)
  await expect(app.chats).toHaveCount(1)
  await expect(app.chat(PIA.name)).toBeVisible()
  await cards.last().click()
  await expect(page).toHaveURL(/mode=all&filter=dueToday/)
  await expect(app.chat(NILS.name)).toBeVisible()
  await expect(app.chats).toHaveCount(1)
  await look()
}

async function counted({ clinic, come, page, update, announce }: Stage) {
  const chat = addChat(clinic, { name: PIA.name, contacts: [PIA] })
  const { tenantId } = clinic.me
  const say = async (returnedCount: number) => {
    clinic.counts = { returned: { count: returnedCount, more: false } }
    Object.assign(chat, { scheduledCount: returnedCount, returnedCount, version: chat.version + 1 })
    await update()
    const { id: chatId, version } = chat
    const data = { patch: { scheduledCount: returnedCount, returnedCount }, pending: [], unreadCounts: {} }
    await announce({ tenantId, area: 'ChatList', kind: 'ChatUpdated', chatId, version, data })
  }
  await come()
  await expect(page.getByText('All caught up')).toBeVisible()
  await say(1)
  await expect(page.getByRole('main').getByRole('button', { name: /1.*Returned/ })).toBeVisible()
  await say(0)
  await expect(page.getByText('All caught up')).toBeVisible()
}

async function midnight({ clinic, come, page }: Stage) {
  // In the browser's time zone.
  const evening = await page.evaluate(() => new Date(2026, 10, 28, 23, 50).getTime())
  await page.clock.install({ time: evening })
  const chat = addChat(clinic, { name: PIA.name, contacts: [PIA] })
  Object.assign(chat, { scheduledCount: 1, scheduledFor: new Date(evening + DAY_MS / 3).toISOString() })
  const app = await come('/?mode=all&filter=dueToday')
  await expect(page.getByText('Nothing is due today')).toBeVisible()
  // Whatever else draws the list once has done so by then.
  await page.clock.runFor(5 * 60_000)
  await expect(page.getByText('Nothing is due today')).toBeVisible()
  await page.clock.runFor(6 * 60_000)
  await expect(app.chat(PIA.name)).toBeVisible()
}

async function pendingSigns({ clinic, come, look }: Stage) {
  addWaiting(clinic)
  const app = await come()
  await expect(app.chat(PIA.name)).toContainText('A scheduled message was returned')
  await expect(app.chat(PIA.name)).not.toContainText('A message is scheduled')
  await expect(app.chat(NILS.name)).toContainText('A message is scheduled')
  await look()
}

async function signs({ clinic, come, page, look }: Stage) {
  const chat = addChat(clinic, { name: PIA.name, contacts: [PIA] })
  chat.members.at(-1)!.optedOut = true
  chat.scheduledCount = 1
  const app = await come(addressOf(chat.id))
  await expect(app.chat(PIA.name)).toContainText('Opted out')
  await expect(app.chat(PIA.name)).toContainText('A message is scheduled')
  await expect(page.locator('header').getByText('Opted out')).toBeVisible()
  await look()
  const find = await lose(page, 'messages.send')
  await app.open('Tom Becker')
  await app.write('Are you there?')
  await expect(app.chat('Tom Becker')).toContainText('A message is waiting to be sent')
  await find()
}
