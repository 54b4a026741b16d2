import { signIn as driverSignIn } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { discard } from '../pages/discard.ts'
import { forgive } from '../pages/complaints.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('chat settings do not overwrite a colleague’s change, show what it was, and are saved', async ({
  openBrowser,
  complaints,
}) => {
  const contact = { name: 'Cleo Marsh', number: '+12025553162' }
  const other = { name: 'Bruno Marsh', number: '+12025553161' }
  const { id: chatId, numberId, members } = await arrangeChat({ name: 'Cleo Marsh', contact, others: [other] })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const pane = chatPane(page)
  await app.open('Cleo Marsh')
  await app.membersButton.click()
  await pane.change.click()
  await pane.name.fill('Cleo')

  const omar = await driverSignIn(appUrl(), 'omar@lakeside.example')
  const params = { chatId }
  await omar.get('chats.join', { params })
  const memberIds = (await omar.get('chats.get', { params })).members.map(({ id }) => id)
  await omar.get('chats.update', { params, body: { name: 'Cleo M.', numberId, memberIds } })
  await pane.save.click()
  const error = app.dialog('Unable to update chat settings')
  // The members as well, but Dana has not edited those.
  await expect(error).toContainText('Someone else just changed the name.')
  await error.getByRole('button', { name: 'Close' }).click()
  await expect(pane.name).toHaveValue('Cleo')
  await discard(page, pane.settings)
  await expect(pane.member('Omar Haddad')).toBeVisible()

  await pane.change.click()
  await pane.name.fill('Cleo')
  // A message also raises the version, but causes no conflict.
  const form = new FormData()
  form.set('Message', 'On my way')
  await omar.get('messages.send', { params: { chatId }, form })
  await pane.relay('Only the team').check()
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
  await expect(app.title).toHaveText('Cleo')
  const saved = await omar.get('chats.get', { params: { chatId } })
  expect(saved).toMatchObject({ name: 'Cleo', numberId, relay: false })
  expect(saved.members).toHaveLength(members.length + 1)

  await pane.change.click()
  await pane.settings.getByRole('button', { name: 'Remove Bruno Marsh' }).click()
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
  await expect(pane.pane.getByRole('list', { name: 'Former members' })).toContainText(/Bruno Marsh.*Left /)
  forgive(complaints, /409 \(Conflict\)/)
})
