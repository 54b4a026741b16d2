import { faultsOf } from '../pages/accessibility.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { notesIn } from '../pages/notes.ts'
import { chooseNotifications } from '../pages/notification-settings.ts'
import { notificationsOf, recordNotifications } from '../pages/notifications.ts'
import { textFrom, textsOn } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

test('a text becomes a note that reaches a colleague, in a browser, on a phone, and in Teams, but never the contact', async ({
  openBrowser,
}) => {
  const contact = { name: 'Lena Fox', number: '+12025553951' }
  await arrangeChat({ name: 'Lena Fox', contact })
  const danas = await openBrowser()
  const dana = await signIn(danas, 'Dana Cole')
  const omars = await openBrowser({ viewport: { width: 390, height: 844 } })
  await omars.addInitScript(recordNotifications('granted'))
  const omar = await signIn(omars, 'Omar Haddad')
  await omars.evaluate('document.body.click()')
  await chooseNotifications(omars, omar, 'My chats')
  const { app: mei } = await openTeams(await openBrowser(), { person: 'mei@lakeside.example' })

  await dana.open('Lena Fox')
  await textFrom(contact.number, 'When can I come?')
  await expect(dana.message('When can I come?')).toBeVisible()
  await danas.keyboard.type('@omar can she come at nine?')
  const { question, text } = notesIn(danas)
  // Now the names of all colleagues are known.
  await expect(question).toBeVisible()
  await danas.keyboard.press('Enter')
  await expect(danas.getByRole('button', { name: 'Write a note' })).toBeFocused()
  await danas.keyboard.press('Enter')
  await expect(text).toHaveValue('@Omar Haddad can she come at nine?')
  await danas.keyboard.press('Enter')
  const asked = dana.message('@Omar Haddad can she come at nine?')
  await expect(asked).toBeVisible()
  expect(await faultsOf(danas)).toEqual([])

  // Omar is not in the chat.
  const mentions = omar.list.getByRole('region', { name: 'Mentions' })
  await expect(mentions.getByRole('link', { name: 'Lena Fox' })).toBeVisible()
  await expect
    .poll(() => notificationsOf(omars))
    .toEqual(['Lena Fox: Dana Cole mentioned you: @Omar Haddad can she come at nine?'])
  // Nothing is seen in a window behind others.
  await omars.evaluate("Document.prototype.hasFocus = () => true; dispatchEvent(new Event('focus'))")
  await mentions.getByRole('link', { name: 'Lena Fox' }).click()
  await expect(omar.message('can she come at nine?')).toBeVisible()
  await notesIn(omars).text.fill('Nine is fine.')
  await notesIn(omars).add.click()
  await expect(dana.message('Nine is fine.')).toBeVisible()
  await omar.back.click()
  await expect(omar.list.getByRole('link', { name: 'Priya Shah' })).toBeVisible()
  await expect(mentions).toHaveCount(0)

  await mei.list.getByRole('tab', { name: 'All' }).click()
  await mei.open('Lena Fox')
  await expect(mei.message('Nine is fine.')).toBeVisible()
  await expect(mei.newest).toContainText('Nine is fine.')

  await textFrom(contact.number, 'Hello?')
  await expect(dana.newest).toContainText('Hello?')
  await notesIn(danas).textMode.click()
  await dana.write('Nine o’clock is fine.')
  await expect.poll(() => textsOn(contact.number)).toEqual(['Nine o’clock is fine.'])
  await danas.reload()
  await expect(dana.message('Nine o’clock is fine.')).toBeVisible()
  const words = ['When can I come?', 'can she come at nine?', 'Nine is fine.', 'Hello?', 'Nine o’clock is fine.']
  await expect(dana.transcript.getByRole('article')).toContainText(words)

  await asked.hover()
  await asked.getByRole('button', { name: 'More about your note' }).click()
  await danas.getByRole('menuitem', { name: 'Delete' }).click()
  await dana.dialog('Delete note').getByRole('button', { name: 'Delete' }).click()
  await expect(mei.message('Note deleted by Dana Cole')).toBeVisible()
  await expect(mei.message('can she come at nine?')).toHaveCount(0)
  expect(await textsOn(contact.number)).toEqual(['Nine o’clock is fine.'])
})
