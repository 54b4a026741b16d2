import type { Locator, Page } from '@playwright/test'
import type { LastNotification } from '@partyline/contract'
import { pushDevice } from '@partyline/web/looks'
import { notificationSettings, openNotificationSettings } from '../pages/notification-settings.ts'
import { notificationsOf, recordNotifications } from '../pages/notifications.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'
import { openMainMenu, SURFACES } from './surfaces.ts'
import type { Surface } from './surfaces.ts'

// Each scene replaces parts of its browser.
test.use({ newPage: true })

test('Notification settings: nothing is set up yet', ({ stage }) => nothingYet(stage))
test('Notification settings: on this device, by keyboard', ({ stage }) => thisDevice(stage))
test('Notification settings: the permission is refused, and later allowed', ({ stage }) => permission(stage))
test('Notification settings: an iPhone outside of the Home Screen', ({ stage }) => homeScreen(stage))
test('Notification settings: a test by the page, by push, and refused', ({ stage }) => tests(stage))
test('Notification settings: pausing, resuming, and failing to', ({ stage }) => pausing(stage))
test('Notification settings: pausing until another time', ({ stage }) => otherTime(stage))
test('Notification settings: working hours', ({ stage }) => workingHours(stage))
test('Notification settings: working hours that fail to be saved stay', ({ stage }) => failedHours(stage))
test('Notification settings: out of hours', ({ stage }) => outOfHours(stage))
test('Notification settings: Teams, saved at once, and back if that fails', ({ stage }) => inTeamsToo(stage))
test('Notification settings: why one was not notified leads to the chat', ({ stage }) => why(stage))
test('Notification settings: devices with push', ({ stage }) => devices(stage))
test('Notification settings: a server without push', ({ stage }) => withoutPush(stage))
test('Notification settings: loading, and failed', ({ stage }) => failed(stage))
test('Notification settings: changed in another window', ({ stage }) => changedElsewhere(stage))
test('Notification settings: in Teams', ({ stage }) => inTeams(stage))
for (const [where, surface] of Object.entries(SURFACES)) {
  test.describe(where, () => {
    test.use({ device: surface.device })
    test('Pausing from the menu shows a sign until it is resumed', ({ stage }) => fromMenu(stage, surface))
  })
}

const HOUR_MS = 3_600_000
const FRIDAY_2_03_PM = '2026-11-20T14:03:00.000Z'

/** A browser that asks for the permission, and whose person then refuses. */
const REFUSE = `
  window.Notification.requestPermission = async () => 'default'
`
const IPHONE = `
  delete window.Notification
  delete window.PushManager
  Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
  Object.defineProperty(navigator, 'standalone', { value: false })
`

async function open({ page, come }: Stage, browser: 'granted' | 'default' = 'granted') {
  await page.evaluate(recordNotifications(browser))
  await come('/notifications')
  return notificationSettings(page)
}

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

async function nothingYet(stage: Stage) {
  const settings = await open(stage, 'default')
  await expect(settings.choice('Off')).toBeChecked()
  await expect(settings.sendTest).toBeHidden()
  await expect(settings.last).toContainText('Nothing yet.')
  await expect(settings.devices).toContainText('None of your devices gets push.')
  await expectUsable(stage)
}

async function thisDevice(stage: Stage) {
  const { page, come, look } = stage
  await page.evaluate(recordNotifications('default'))
  const app = await come()
  const settings = await openNotificationSettings(page, app)
  await settings.choice('Off').focus()
  await page.keyboard.press('ArrowDown')
  await expect(settings.choice('My chats')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(settings.choice('All chats')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(settings.device.getByRole('switch', { name: 'Play a sound' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(settings.sendTest).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(settings.result.filter({ hasText: 'A test was shown.' })).toBeVisible()
  await look()
  await settings.back.press('Enter')
  await expect(app.list).toBeVisible()
  await openNotificationSettings(page, app)
  await expect(settings.choice('All chats')).toBeChecked()
  await expect(settings.device.getByRole('switch', { name: 'Play a sound' })).toBeChecked()
}

async function permission(stage: Stage) {
  const { page, look } = stage
  await page.evaluate(recordNotifications('default'))
  await page.evaluate(REFUSE)
  await stage.come('/notifications')
  const settings = notificationSettings(page)
  await settings.choice('My chats').click()
  await expect(settings.result).toContainText('Notifications stay off until you allow them')
  await expect(settings.choice('Off')).toBeChecked()
  await page.evaluate("window.Notification.requestPermission = async () => (window.Notification.permission = 'denied')")
  await settings.choice('My chats').click()
  await expect(settings.result).toContainText('Your browser blocks notifications from Partyline.')
  await expect(settings.choice('My chats')).toBeDisabled()
  await look()
}

async function homeScreen(stage: Stage) {
  await stage.page.evaluate(IPHONE)
  await stage.come('/notifications')
  const settings = notificationSettings(stage.page)
  await expect(settings.result).toContainText('Add Partyline to your Home Screen first')
  await expect(settings.choice('Off')).toBeHidden()
  await expectUsable(stage)
}

async function tests(stage: Stage) {
  const { page, clinic, update, announce, look } = stage
  const { pushKey } = clinic.notifications
  clinic.notifications.pushKey = null
  await update()
  const settings = await open(stage)
  await settings.choose('My chats')
  await settings.sendTest.click()
  await expect(settings.result.filter({ hasText: 'A test was shown.' })).toBeVisible()
  await expect.poll(() => notificationsOf(page)).toEqual(['Partyline: This is how you’ll be notified.'])

  clinic.notifications.pushKey = pushKey
  clinic.pushDevices.push(pushDevice(1, 'Chrome on Windows', { current: true }))
  await update()
  await announce(SETTINGS_CHANGED(clinic.me.tenantId))
  await expect(settings.remove('Chrome on Windows')).toBeVisible()
  const letGo = await hold(page, 'push.test')
  await settings.sendTest.click()
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible()
  await letGo()
  await expect(settings.result).toContainText('A test is on its way by push.')
  await expect.poll(() => sent(page, 'push.test')).toHaveLength(1)
  await expect.poll(() => notificationsOf(page)).toHaveLength(1)

  await refuse(page, 'push.test', 'push-failed')
  await settings.sendTest.click()
  await expect(settings.result).toHaveText(`Nothing was sent by push. ${REASON}`)
  await look()
  await page.evaluate("window.Notification.permission = 'denied'")
  await settings.sendTest.click()
  await expect(settings.result).toContainText('Nothing was shown: your browser blocks notifications')
}

async function pausing(stage: Stage) {
  const { page, look } = stage
  const { pause } = await open(stage)
  const allow = await refuse(page, 'notifications.update')
  await pause.getByRole('button', { name: 'For an hour' }).press('Enter')
  await expect(pause.getByRole('alert')).toContainText(REASON)
  await look()
  await allow()
  await pause.getByRole('button', { name: 'For an hour' }).press('Enter')
  await expect(pause.getByText('Paused until')).toBeVisible()
  await expect(pause.getByRole('alert')).toBeHidden()
  await expect(pause.getByRole('button', { name: 'Resume' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Notifications paused until' })).toBeVisible()
  await expectUsable(stage)
  await page.keyboard.press('Enter')
  await expect(pause.getByRole('button', { name: 'For an hour' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Notifications paused until' })).toBeHidden()
  await pause.getByRole('button', { name: 'Until tomorrow, 8:00 AM' }).press('Enter')
  await expect(pause.getByText('8:00 AM')).toBeVisible()
}

async function otherTime(stage: Stage) {
  const { page, look } = stage
  const { pause } = await open(stage)
  await pause.getByRole('button', { name: 'Until another time' }).press('Enter')
  await expect(pause.getByLabel('Date')).toBeFocused()
  await page.keyboard.press('Escape')
  await pause.getByLabel('Date').fill('2026-11-20')
  await page.keyboard.press('Enter')
  await expect(pause.getByText('The pause should end in the future.').first()).toBeVisible()
  await look()
  await pause.getByLabel('Date').fill('2036-11-20')
  await page.keyboard.press('Enter')
  await expect(pause.getByText('A pause can last up to a year.').first()).toBeVisible()
  await pause.getByRole('button', { name: 'Cancel' }).click()
  await expect(pause.getByRole('button', { name: 'For an hour' })).toBeFocused()

  await pause.getByRole('button', { name: 'Until another time' }).click()
  const allow = await refuse(page, 'notifications.update')
  await pause.getByLabel('Time').fill('11:30')
  await pause.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(pause.getByRole('alert')).toContainText(REASON)
  await expect(pause.getByLabel('Time')).toHaveValue('11:30')
  await allow()
  await pause.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(pause.getByText(/^Paused until .* 11:30 AM$/)).toBeVisible()
  await expect(pause.getByRole('button', { name: 'Resume' })).toBeFocused()
}

async function workingHours(stage: Stage) {
  const { page } = stage
  const settings = await open(stage)
  await expect(settings.save).toHaveAttribute('aria-disabled', 'true')
  await settings.hours.getByRole('radio', { name: 'Always notify me' }).focus()
  await page.keyboard.press('ArrowDown')
  const zone = settings.hours.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).not.toHaveValue('')
  await expectUsable(stage)
  await zone.selectText()
  await zone.pressSequentially('tokyo')
  await expect(page.getByRole('option')).toHaveText('Asia/Tokyo')
  await page.getByRole('option').click()
  await expect(zone).toHaveValue('Asia/Tokyo')
  await settings.hours.getByRole('checkbox', { name: 'Friday' }).uncheck()
  await settings.hours.getByRole('textbox', { name: 'Monday, to' }).fill('8:00')
  await settings.save.press('Enter')
  await expect(settings.hours.getByRole('textbox', { name: 'Monday, from' })).toBeFocused()
  await stage.look()
  await settings.hours.getByRole('textbox', { name: 'Monday, to' }).fill('6 pm')
  await settings.save.press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('Saved')
  const [request] = await sent(page, 'notifications.update')
  expect(request).toMatchObject({
    body: { workingHours: { timeZone: 'Asia/Tokyo', week: { monday: [{ from: '08:00', to: '18:00' }], friday: [] } } },
  })
  await settings.hours.getByRole('radio', { name: 'Always notify me' }).check()
  await settings.save.click()
  await expect
    .poll(async () => (await sent(page, 'notifications.update')).at(-1))
    .toMatchObject({
      body: { workingHours: null },
    })
}

async function failedHours(stage: Stage) {
  const { page } = stage
  const settings = await open(stage)
  await settings.hours.getByRole('radio', { name: 'Notify me in my working hours' }).check()
  await settings.hours.getByRole('textbox', { name: 'Monday, to' }).fill('18:00')
  const allow = await refuse(page, 'notifications.update')
  const letGo = await hold(page, 'notifications.update')
  await settings.save.click()
  await expect(settings.when.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await letGo()
  await expect(settings.hours.getByRole('alert')).toContainText(REASON)
  await stage.look()
  await expect(settings.hours.getByRole('textbox', { name: 'Monday, to' })).toHaveValue('6:00 PM')
  await allow()
  await settings.save.click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('Saved')
}

async function outOfHours(stage: Stage) {
  const { clinic } = stage
  const none = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
  clinic.me.workingHours = { timeZone: 'UTC', week: none }
  const settings = await open(stage)
  await expect(settings.hours).toContainText('You have no working hours on any day.')
  await expect(settings.hours.getByRole('checkbox', { name: 'Monday' })).not.toBeChecked()
  await stage.look()
}

async function inTeamsToo(stage: Stage) {
  const { page, look } = stage
  const { inTeams: choice } = await open(stage)
  await expect(choice).toBeChecked()
  const allow = await refuse(page, 'notifications.update')
  const letGo = await hold(page, 'notifications.update')
  await choice.press('Space')
  await expect(choice).not.toBeChecked()
  await letGo()
  await expect(page.getByRole('alert')).toContainText(REASON)
  await expect(choice).toBeChecked()
  await look()
  await allow()
  await choice.press('Space')
  await expect(choice).not.toBeChecked()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect
    .poll(() => sent(page, 'notifications.update'))
    .toMatchObject([{ body: { teams: false } }, { body: { teams: false } }])
}

async function why(stage: Stage) {
  const { page, clinic, come } = stage
  const [chat] = clinic.chats
  const last: LastNotification = {
    at: FRIDAY_2_03_PM,
    chatId: chat!.id,
    chatName: chat!.name,
    kind: 'text',
    told: false,
    reason: 'assignedToColleague',
    channel: 'push',
  }
  clinic.notifications.last = last
  const app = await come('/notifications')
  const settings = notificationSettings(page)
  await expect(settings.last).toContainText(
    `Greta Lindqvist: you weren’t notified by push of a text, because the chat is assigned to a colleague.`,
  )
  await stage.look()
  await settings.last.getByRole('link', { name: 'Greta Lindqvist' }).press('Enter')
  await expect(app.title).toHaveText('Greta Lindqvist')
}

const LONG = `Chrome on ${'W'.repeat(120)}`

async function devices(stage: Stage) {
  const { page, clinic } = stage
  clinic.pushDevices = [
    pushDevice(1, 'Chrome on Windows', { current: true, choice: 'all', lastPushOn: '2026-11-20T09:00:00.000Z' }),
    pushDevice(2, 'Safari on iPhone', { lastPushOn: '2026-11-19T09:00:00.000Z' }),
    pushDevice(3, LONG),
    pushDevice(4, ''),
  ]
  const settings = await open(stage)
  await settings.choose('My chats')
  await expect(settings.devices.getByRole('listitem')).toHaveText([
    /^Chrome on WindowsThis device · All chats · Last notified: /,
    /^Safari on iPhoneMy chats · Last notified: /,
    /My chats · Not notified yet/,
    /^Unknown browser/,
  ])
  await expectUsable(stage)

  const allow = await refuse(page, 'push.remove')
  const letGo = await hold(page, 'push.remove')
  await settings.remove('Safari on iPhone').press('Enter')
  await expect(settings.devices.getByRole('button', { name: 'Removing…: Safari on iPhone' })).toBeVisible()
  await letGo()
  await expect(settings.devices.getByRole('alert')).toContainText(REASON)
  await stage.look()
  await allow()
  await settings.remove('Safari on iPhone').press('Enter')
  await expect(settings.devices.getByRole('listitem')).toHaveCount(3)
  await expect(settings.remove(LONG)).toBeFocused()
  await settings.remove('Unknown browser').press('Enter')
  await expect(settings.remove(LONG)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(settings.remove('Chrome on Windows')).toBeFocused()
  await expect(settings.choice('My chats')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(settings.devices).toContainText('None of your devices gets push.')
  await expectFocusIn(settings.devices)
  // It would subscribe again otherwise.
  await expect(settings.choice('Off')).toBeChecked()
}

const expectFocusIn = (place: Locator) => expect(place.locator(':focus')).toHaveCount(1)

async function withoutPush(stage: Stage) {
  const { clinic, look } = stage
  clinic.notifications.pushKey = null
  const settings = await open(stage)
  await expect(settings.devices).toContainText('Push isn’t set up on this server.')
  await expect(settings.devices).toContainText('docs/operations.md')
  expect(await sent(stage.page, 'push.list')).toEqual([])
  await look()
}

async function failed(stage: Stage) {
  const { page } = stage
  const allow = await refuse(page, 'notifications.get')
  const letGo = await hold(page, 'notifications.get')
  const settings = await open(stage)
  await expect(page.getByText('Loading settings')).toBeAttached()
  await expect(settings.choice('My chats')).toBeEnabled()
  await letGo()
  await expect(page.getByText('Settings couldn’t be loaded')).toBeVisible()
  await stage.look()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(settings.when).toBeVisible()
}

const SETTINGS_CHANGED = (tenantId: Stage['clinic']['me']['tenantId']) =>
  ({ tenantId, area: 'Settings', kind: 'UserAdded', chatId: null, version: null, data: null }) as const

async function changedElsewhere(stage: Stage) {
  const { clinic, update, announce } = stage
  const settings = await open(stage)
  await expect(settings.inTeams).toBeChecked()
  Object.assign(clinic.me, { pausedUntil: inHours(2) })
  clinic.notifications.teams = false
  await update()
  await announce(SETTINGS_CHANGED(clinic.me.tenantId))
  await expect(settings.inTeams).not.toBeChecked()
  await expect(settings.pause.getByText('Paused until')).toBeVisible()
}

async function inTeams(stage: Stage) {
  const { page, come, look } = stage
  const app = await come('/teams-app')
  await openMainMenu(app, SURFACES['in Teams'])
  await page.getByRole('menuitem', { name: 'Notification settings' }).click()
  const settings = notificationSettings(page)
  await expect(settings.device).toContainText('Teams shows notifications in its activity feed.')
  await expect(settings.inTeams).toHaveCount(1)
  await expect(settings.choice('Off')).toBeHidden()
  await settings.device.getByRole('switch').press('Space')
  await expect(settings.inTeams).not.toBeChecked()
  await look()
}

async function fromMenu(stage: Stage, surface: Surface) {
  const { page, come, look } = stage
  const app = await come(surface.address)
  await expect(app.chats.first()).toBeVisible()
  await openMainMenu(app, surface)
  const refused = await refuse(page, 'notifications.update')
  await choosePause(page, 'For an hour')
  await expect(app.toast).toContainText(REASON)
  await refused()

  await openMainMenu(app, surface)
  await choosePause(page, 'Until tomorrow')
  const paused = page.getByRole('button', { name: 'Notifications paused until' })
  await expect(paused).toBeVisible()
  await expect(app.toast).toContainText('Notifications paused until')
  await look()
  await paused.click()
  const resume = page.getByRole('menuitem', { name: 'Resume notifications' })
  await expect(resume).toContainText('Paused until')
  await look()
  await resume.click()
  await expect(app.toast).toContainText('Notifications resumed')
  await expect(paused).toBeHidden()
}

async function choosePause(page: Page, name: string) {
  await page.getByRole('menuitem', { name: 'Pause notifications' }).click()
  await page.getByRole('menuitem', { name }).click()
}
