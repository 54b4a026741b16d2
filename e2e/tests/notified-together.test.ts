import { activitiesOf, activity } from '../pages/activity.ts'
import { arrangeAssignment, arrangeChat, arrangeMention } from '../pages/arrange.ts'
import { chooseNotifications } from '../pages/notification-settings.ts'
import { notificationsOf, recordNotifications, takenBackOf } from '../pages/notifications.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

const OMAR = 'omar@lakeside.example'
const MEI = 'mei@lakeside.example'
const TEAM = ['Omar Haddad', 'Mei Tanaka']
const PHONE = { viewport: { width: 390, height: 844 } }

/** Nothing is seen in a window behind others. */
const TO_FRONT = "Document.prototype.hasFocus = () => true; dispatchEvent(new Event('focus'))"

test('a text makes one notification in each open browser, on a phone too, and each goes once its own person has read the chat', async ({
  openBrowser,
}) => {
  // Four browsers at once.
  test.setTimeout(120_000)
  const contact = { name: 'Ola Nyberg', number: '+12025553531' }
  const { id: chatId } = await arrangeChat({ name: contact.name, contact, team: TEAM })
  const [danas, danasOther, omars] = [await openBrowser(), await openBrowser(), await openBrowser(PHONE)]
  const people = [
    [danas, 'Dana Cole'],
    [danasOther, 'Dana Cole'],
    [omars, 'Omar Haddad'],
  ] as const
  const [, dana, omar] = await Promise.all(
    people.map(async ([page, name]) => {
      await page.addInitScript(recordNotifications('granted'))
      const app = await signIn(page, name)
      await chooseNotifications(page, app, 'My chats')
      return app
    }),
  )
  const { app: mei } = await openTeams(await openBrowser(), { person: MEI })

  await textFrom(contact.number, 'When do you open?')
  const told = ['Ola Nyberg: Ola Nyberg: When do you open?']
  for (const [page] of people) await expect.poll(() => notificationsOf(page)).toEqual(told)
  await expect(mei.chat(contact.name)).toContainText('1 unread message')

  await danasOther.evaluate(TO_FRONT)
  await dana!.open(contact.name)
  for (const page of [danas, danasOther]) await expect.poll(() => takenBackOf(page)).toEqual(told)
  await expect(omar!.chat(contact.name)).toContainText('1 unread message')
  expect(await takenBackOf(omars)).toEqual([])

  await omars.evaluate(TO_FRONT)
  await omar!.open(contact.name)
  await expect.poll(() => takenBackOf(omars)).toEqual(told)
  await omar!.back.click()
  await expect(mei.chat(contact.name)).toContainText('1 unread message')

  // Teams doesn't repeat a notification that an open page has shown.
  await arrangeMention(chatId, TEAM, 'please answer.')
  await expect.poll(() => notificationsOf(omars)).toHaveLength(2)
  await expect.poll(() => activitiesOf(MEI, chatId)).toEqual(['Partyline: someone mentioned you in a note'])
  expect(await activitiesOf(OMAR, chatId)).toEqual([])
})

test('Teams tells someone without a device of an assignment, without its content, and a click opens the chat', async ({
  openBrowser,
}) => {
  const contact = { name: 'Jon Ek', number: '+12025553532' }
  const { id: chatId } = await arrangeChat({ name: contact.name, contact, team: TEAM })
  await textFrom(contact.number, 'My knee hurts.')
  const page = await openBrowser()
  const { app } = await openTeams(page, { person: MEI })
  await expect(app.chat(contact.name)).toContainText('My knee hurts.')
  await arrangeAssignment(chatId, 'Mei Tanaka')

  const { bell, panel } = activity(page)
  // Other tests text her chats at the same time.
  const assigned = panel.getByRole('button').filter({ hasText: 'Partyline: a chat was assigned to you' }).first()
  await expect(bell).toHaveAccessibleName(/^Activity, \d+ unread$/)
  await bell.click()
  await expect(assigned).toContainText('Open the chat to read it.')
  await expect(panel).not.toContainText(/Jon|Ek\b|3532|knee|Dana/)
  await assigned.click()
  await expect(app.title).toHaveText(contact.name)
  await expect(app.message('My knee hurts.')).toBeVisible()
})
