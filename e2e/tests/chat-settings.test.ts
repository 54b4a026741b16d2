import { signIn as driverSignIn } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, DANA } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { forgive } from '../pages/complaints.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('chat settings rename a chat, keep disabled members, and confirm the relay', async ({ openBrowser }) => {
  const contact = { name: 'Alma Reyes', number: '+12025553160' }
  const other = { name: 'Bruno Reyes', number: '+12025553161' }
  const chat = await arrangeChat({ name: 'Reyes family', contact, others: [other] })
  const dana = await driverSignIn(appUrl(), DANA)
  const bruno = chat.members.find(({ name }) => name === other.name)
  const numberId = (await dana.get('numbers.mobile')).find(({ number }) => number === other.number)?.id
  if (!bruno || !numberId) throw new Error('Bruno is in the chat.')
  await dana.get('settings.updateMobileNumber', { params: { numberId }, body: { name: other.name, disabled: true } })

  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const pane = chatPane(page)
  await app.open('Reyes family')
  await app.membersButton.click()
  await expect(pane.member('Dana Cole')).toContainText(/Since /)
  await expect(pane.member('Alma Reyes')).not.toContainText('Since')
  await expect(pane.member('Bruno Reyes')).toContainText('Disabled')

  await pane.change.click()
  await expect(pane.chosen.filter({ hasText: 'Bruno Reyes' })).toContainText('Disabled')
  await expect(pane.settings.getByText("These phones will read each other's texts.")).toBeVisible()
  await pane.relay.click()
  await expect(pane.settings.getByText("These phones will not read each other's texts.")).toBeVisible()
  await pane.name.fill('')
  await pane.save.click()
  await expect(pane.settings.getByRole('alert')).toContainText('Entered data is incorrect')
  await expect(pane.settings.getByRole('alert')).toContainText('Name should be defined.')
  await pane.name.fill('Reyes, family')
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
  await expect(page.getByRole('heading', { level: 2, name: 'Reyes, family' })).toBeVisible()
  expect(await dana.get('chats.get', { params: { chatId: chat.id } })).toMatchObject({ relay: false })
  await expect(pane.member('Bruno Reyes')).toContainText('Disabled')

  await pane.change.click()
  await pane.settings.getByRole('button', { name: 'Remove Bruno Reyes' }).click()
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
  await expect(pane.pane.getByRole('list', { name: 'Former members' })).toContainText(/Bruno Reyes.*Left /)
})

test('chat settings do not overwrite a colleague’s change, and show what it was', async ({
  openBrowser,
  complaints,
}) => {
  const contact = { name: 'Cleo Marsh', number: '+12025553162' }
  const { id: chatId, numberId, members } = await arrangeChat({ name: 'Cleo Marsh', contact })
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
  await pane.settings.getByRole('button', { name: 'Cancel' }).click()
  await expect(pane.member('Omar Haddad')).toBeVisible()

  await pane.change.click()
  await pane.name.fill('Cleo')
  // A message also raises the version, but causes no conflict.
  const form = new FormData()
  form.set('Message', 'On my way')
  await omar.get('messages.send', { params: { chatId }, form })
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
  const saved = await omar.get('chats.get', { params: { chatId } })
  expect(saved).toMatchObject({ name: 'Cleo', numberId })
  expect(saved.members).toHaveLength(members.length + 1)
  forgive(complaints, /409 \(Conflict\)/)
})

test('a phone that is in another chat shows that in its own row', async ({ openBrowser, complaints }) => {
  const contact = { name: 'Finn Adler', number: '+12025553164' }
  await arrangeChat({ name: 'Finn, first visit', contact })
  await arrangeChat({ name: 'Finn, again', contact: { name: 'Gitta Adler', number: '+12025553165' } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const pane = chatPane(page)
  await app.open('Finn, again')
  await app.membersButton.click()
  await pane.change.click()
  await pane.settings.getByRole('combobox', { name: 'Members' }).click()
  await pane.settings.getByRole('combobox', { name: 'Members' }).pressSequentially('finn')
  await page.getByRole('option', { name: 'Finn Adler' }).click()
  await pane.save.click()
  const row = pane.chosen.filter({ hasText: 'Finn Adler' })
  await expect(row).toContainText('Already in the chat Finn, first visit on this number')
  await pane.settings.getByRole('button', { name: 'Remove Finn Adler' }).click()
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
  forgive(complaints, /409 \(Conflict\)/)
})
