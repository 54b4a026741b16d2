import type { Route } from '@playwright/test'
import { signIn as client } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeNotes } from '../pages/arrange.ts'
import { forgive } from '../pages/complaints.ts'
import { answer, hold } from '../pages/network.ts'
import { chooseNotifications } from '../pages/notification-settings.ts'
import { notificationsOf, recordNotifications } from '../pages/notifications.ts'
import { textFrom, textsOn } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { longPress } from '../pages/touch.ts'
import { triage } from '../pages/triage.ts'
import { expect, test } from '../test.ts'

const OMAR = 'omar@lakeside.example'

/** How long the snooze of the test lasts. Milliseconds. */
const SHORT_MS = 500

// More than four changes of a chat are collapsed, so that the last ones need not be visible.
test('an opened chat stays when it is done, is reopened, taken, and handed over, and comes back by a text and from a snooze', async ({
  openBrowser,
}) => {
  const contact = { name: 'Una Berg', number: '+12025553260' }
  await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser({ reducedMotion: 'reduce' })
  await page.addInitScript(recordNotifications('granted'))
  const app = await signIn(page, 'Dana Cole')
  const on = triage(page)
  await app.open(contact.name)
  await on.done.click()
  await expect(app.title).toHaveText(contact.name)
  await expect(on.reopen).toBeFocused()
  await expect(page.getByText('You marked the chat as done')).toBeAttached()
  await expect(on.done).toBeHidden()
  await expect(app.chat(contact.name)).toHaveCount(0)
  await on.reopen.click()
  await expect(on.done).toBeVisible()
  // Reopening a chat right after marking it as done removes both lines.
  await expect(page.getByText('You marked the chat as done')).toHaveCount(0)

  await on.assign.click()
  await on.person(/Dana Cole/).click()
  await expect(page.getByText('You took the chat')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Assigned to Dana Cole' })).toBeVisible()
  await on.assign.click()
  await on.person(/Omar Haddad/).click()
  await expect(page.getByText('You assigned the chat to Omar Haddad')).toBeAttached()
  await on.undo.click()
  await expect(page.getByRole('button', { name: 'Assigned to Dana Cole' })).toBeVisible()
  await on.assign.click()
  await on.person('No assignee').click()
  await expect(page.getByRole('button', { name: 'Assign', exact: true })).toBeVisible()
  await expect(page.getByText('You gave up the chat')).toBeAttached()

  await app.chat(contact.name).hover()
  await on.rowMenu(contact.name).click()
  await on.item('Assign to me').click()
  await expect(on.toast).toContainText('Assigned to you')
  await app.chat(contact.name).click({ button: 'right' })
  await on.item('Mark as done').click()
  await expect(app.chat(contact.name)).toHaveCount(0)
  await textFrom(contact.number, 'One more thing')
  await expect(app.message('One more thing')).toBeVisible()
  await expect(page.getByText('Reopened by a new text')).toBeAttached()
  await expect(on.reopen).toBeHidden()
  await expect(app.chat(contact.name)).toContainText('One more thing')

  // When the snooze ends, the chat opens and its assignee is notified.
  await chooseNotifications(page, app, 'My chats')
  await app.open(contact.name)
  // Its new text has moved the chat up, perhaps out of view.
  await app.chats.first().hover()
  await page.mouse.wheel(0, -10_000)
  const { promise: gone, resolve: proceed } = Promise.withResolvers<void>()
  await answer(page, 'chats.setState', async (route: Route) => {
    await gone
    const until = new Date(Date.now() + SHORT_MS).toISOString()
    await route.continue({ postData: JSON.stringify({ state: 'snoozed', until }) })
  })
  await app.chat(contact.name).press('h')
  await on.item('Tomorrow').click()
  await expect(app.chat(contact.name)).toHaveCount(0)
  proceed()
  await expect(app.chat(contact.name)).toBeVisible()
  // The text before it may have been gathered when notifications were turned on.
  await expect.poll(async () => (await notificationsOf(page)).at(-1)).toBe('Una Berg: The snooze ended')
  await expect(page.getByText('The snooze ended')).toBeAttached()
  await expect(on.done).toBeVisible()
})

test('a chat is unanswered while its answer is held, and again when marking it as done is undone', async ({
  openBrowser,
}) => {
  const contact = { name: 'Uwe Falk', number: '+12025553297' }
  await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  const on = triage(page)
  await app.filter.click()
  await page.getByRole('menuitemcheckbox', { name: 'Unanswered' }).click()
  await page.keyboard.press('Escape')
  await expect(app.chat(contact.name)).toHaveCount(0)

  await textFrom(contact.number, 'Is the key at the desk?')
  await app.chat(contact.name).click()
  await expect(app.message('Is the key at the desk?')).toBeVisible()
  await app.write('Yes, until six')
  await expect(app.message('Yes, until six')).toContainText(/Sending in \d+ s/)
  await expect(app.chat(contact.name)).toHaveCount(1)
  await expect(app.chat(contact.name)).toHaveCount(0)
  await expect.poll(() => textsOn(contact.number)).toEqual(['Yes, until six'])

  await textFrom(contact.number, 'Thank you!')
  await expect(app.chat(contact.name)).toContainText('Thank you!')
  await on.done.click()
  await expect(app.chat(contact.name)).toHaveCount(0)
  await on.undo.click()
  await expect(app.chat(contact.name)).toContainText('Thank you!')
})

test('at 390 px, a long press on a row and the menu in the header have the actions', async ({ openBrowser }) => {
  const [upper, lower] = ['Upper', 'Lower']
  for (const name of [lower, upper]) await arrangeNotes(name)
  const page = await openBrowser({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const app = await signIn(page, 'Dana Cole')
  const on = triage(page)
  await longPress(page, app.chat(upper))
  await on.item('Mark as done').tap()
  await expect(app.chat(upper)).toHaveCount(0)
  await on.undo.tap()
  await expect(app.chat(upper)).toBeVisible()

  await app.chat(lower).tap()
  await expect(on.done).toBeHidden()
  await on.more.tap()
  await on.item('Assign…').tap()
  await on.person(/Mei Tanaka/).tap()
  await expect(page.getByRole('button', { name: 'Assigned to Mei Tanaka' })).toBeInViewport()
  await on.more.tap()
  await on.item('Snooze…').tap()
  await on.item('Custom').tap()
  const custom = app.dialog('Snooze until')
  await custom.getByLabel('Date').fill('2020-01-01')
  await custom.getByRole('button', { name: 'Snooze' }).tap()
  await expect(custom.getByRole('alert')).toContainText('Choose a time in the future.')
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await custom.getByLabel('Date').fill(day)
  await custom.getByLabel('Time').fill('14:30')
  await custom.getByRole('button', { name: 'Snooze' }).tap()
  await expect(page.getByText(/^Snoozed until \w+ 2:30\sPM$/).first()).toBeVisible()
  await on.reopen.tap()
  await expect(on.reopen).toBeHidden()
})

test('of two people who take a chat at once, the second sees who has it', async ({ openBrowser, complaints }) => {
  const { id: chatId } = await arrangeNotes('Taken twice')
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  const on = triage(page)
  const omar = await client(appUrl(), OMAR)
  const { id: userId } = await omar.get('users.me')
  await app.open('Taken twice')
  const letGo = await hold(page, 'chats.assign')
  await on.assign.click()
  await on.person(/Dana Cole/).click()
  await expect(page.getByRole('button', { name: 'Assigned to Dana Cole' })).toBeVisible()
  await omar.get('chats.assign', { params: { chatId }, body: { userId } })
  await letGo()
  await expect(on.toast).toHaveText(/Someone else just changed this chat\. It’s assigned to Omar Haddad now\./)
  await expect(page.getByRole('button', { name: 'Assigned to Omar Haddad' })).toBeVisible()

  await on.done.click()
  await expect(page.getByText('You marked the chat as done')).toBeAttached()
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await omar.get('chats.setState', { params: { chatId }, body: { state: 'snoozed', until } })
  await expect(page.getByText(/Omar Haddad snoozed the chat until/)).toBeAttached()
  await on.undo.click()
  await expect(on.toast).toContainText('Nothing was undone.')
  await expect(page.getByText(/^Snoozed until/)).toBeVisible()
  forgive(complaints, /409/)
})
