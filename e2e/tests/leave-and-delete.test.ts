import { signIn as driverSignIn } from '@partyline/driver'
import { appUrl, chatUrl } from '../pages/addresses.ts'
import { arrangeChat, DANA } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { expectNoLayer } from '../pages/layers.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('the last user leaves a chat, and an Admin deletes it', async ({ openBrowser }) => {
  const contact = { name: 'Edda Lang', number: '+12025553214' }
  const { id } = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const pane = chatPane(page)
  await app.open(contact.name)
  await app.membersButton.click()
  await pane.choose('Leave chat')
  await pane.leaveDialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
  await expect(app.chat(contact.name)).toHaveCount(0)
  await expect(pane.leaveDialog).toBeHidden()
  // The browser goes back over the dialog's entry, which would abort opening an address.
  await expectNoLayer(page)

  await page.goto(chatUrl(id))
  await app.membersButton.click()
  await expect(pane.change).toBeVisible()
  await pane.choose('Delete chat')
  await pane.deleteDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
  const dana = await driverSignIn(appUrl(), DANA)
  expect(await dana.get('chats.get', { params: { chatId: id } })).toMatchObject({ archived: true })
  await app.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(app.toast).toContainText('Chat restored')
  // She had left the chat, and no one else of the team was in it.
  await expect(app.chat(contact.name)).toBeVisible()
  expect(await dana.get('chats.get', { params: { chatId: id } })).toMatchObject({ archived: false })
})
