import { chatPane } from '../pages/chat-pane.ts'
import { expectDrawn, statusOf } from '../pages/chats-page.ts'
import { hold as holdFile, lose as loseFile } from '../pages/network.ts'
import { addChat, addPicture, addressOf, addTexts } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { expect, expectKept, expectRefused, test } from './look.ts'
import type { Stage } from './look.ts'

test('Chat settings: incomplete', ({ stage }) => settingsNotComplete(stage))
test('Chat settings: a phone is in another chat', ({ stage }) => settingsBusy(stage))
test('Chat settings: a phone in another chat is removed', ({ stage }) => settingsBusyRemoved(stage))
test('Chat settings: submitting and refused', ({ stage }) => settingsSaving(stage))
test('Chat settings: a disabled member, and the relay', ({ stage }) => settingsRelay(stage))
test('Leave chat and Delete chat: confirmed', ({ stage }) => confirmed(stage))
test('Leave chat and Delete chat: confirmed at 390 px', ({ stage }) => confirmedOnPhone(stage))
test('Delete chat: by an Admin who is not a member', ({ stage }) => deletedByStranger(stage))
test('Leave chat: submitting and refused', ({ stage }) => leaving(stage))
test('Delete chat: submitting and refused', ({ stage }) => deleting(stage))
test('Image: loading', ({ stage }) => imageLoading(stage))
test('Image: failed', ({ stage }) => imageFailed(stage))
test('Message Delivery Status: no other members', ({ stage }) => nobodyElse(stage))
test('Message Delivery Status: submitting and refused', ({ stage }) => sendingAgain(stage))

async function openPane(stage: Stage, contact: { name: string; number: string }) {
  const chat = addChat(stage.clinic, { name: contact.name, contacts: [contact] })
  const app = await stage.come(addressOf(chat.id))
  await app.membersButton.click()
  return { app, pane: chatPane(stage.page) }
}

async function settingsNotComplete(stage: Stage) {
  const { pane } = await openPane(stage, { name: 'Noah Lack', number: '+12025553187' })
  await pane.change.click()
  await pane.name.fill('')
  for (const name of ['Dana Cole', 'Noah Lack']) {
    await pane.settings.getByRole('button', { name: `Remove ${name}` }).click()
  }
  await pane.save.click()
  const problem = pane.settings.getByRole('alert')
  await expect(problem).toContainText('Entered data is incorrect')
  await expect(problem).toContainText('Name should be defined.')
  await expect(problem).toContainText('Chat should have at least one member.')
  await stage.look()
}

/** Adds Olga to a chat, although she is in another one on the line. */
async function addBusyPhone(stage: Stage) {
  addChat(stage.clinic, { name: 'Olga, first visit', contacts: [{ name: 'Olga Ther', number: '+12025553188' }] })
  const { pane } = await openPane(stage, { name: 'Mia Newly', number: '+12025553189' })
  await pane.change.click()
  await pane.members.pressSequentially('olga')
  await stage.page.getByRole('option', { name: 'Olga Ther' }).click()
  await pane.relay('As a group').check()
  await pane.save.click()
  const problem = pane.settings.getByRole('alert')
  await expect(problem).toContainText('Olga Ther is already in the chat Olga, first visit on this number.')
  const row = pane.chosen.filter({ hasText: 'Olga Ther' })
  await expect(row).toContainText('Already in the chat Olga, first visit on this number')
  return { pane, problem }
}

async function settingsBusy(stage: Stage) {
  const { pane, problem } = await addBusyPhone(stage)
  await stage.look()
  const letGo = await hold(stage.page, 'chats.update')
  await problem.getByRole('button', { name: 'Move the phone here' }).click()
  await expect(pane.save).toHaveText('Saving…')
  await expect(problem).toBeHidden()
  await letGo()
  await expect(pane.settings).toBeHidden()
  await expect(pane.member('Olga Ther')).toBeVisible()
}

async function settingsBusyRemoved(stage: Stage) {
  const { pane } = await addBusyPhone(stage)
  await pane.settings.getByRole('button', { name: 'Remove Olga Ther' }).click()
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
}

async function settingsSaving(stage: Stage) {
  const { app, pane } = await openPane(stage, { name: 'Dario Voss', number: '+12025553163' })
  await pane.change.click()
  await pane.name.fill('Dario')
  await refuse(stage.page, 'chats.update')
  const letGo = await hold(stage.page, 'chats.update')
  await pane.save.click()
  await expectKept(stage, pane.settings, 'Saving…')
  await letGo()
  await expectRefused(stage, app.dialog('Unable to update chat settings'))
  await expect(pane.name).toHaveValue('Dario')
  await stage.page.keyboard.press('Escape')
  await expect(pane.settings).toBeHidden()
}

async function settingsRelay(stage: Stage) {
  const { page, clinic, come, look } = stage
  const alma = { name: 'Alma Reyes', number: '+12025553160' }
  const bruno = { name: 'Bruno Reyes', number: '+12025553161' }
  const chat = addChat(clinic, { name: 'Reyes family', contacts: [alma, bruno] })
  clinic.contacts.at(-1)!.disabled = true
  chat.members.at(-1)!.disabled = true
  const app = await come(addressOf(chat.id))
  const pane = chatPane(page)
  await app.membersButton.click()
  await expect(pane.member('Dana Cole')).toContainText(/Since /)
  await expect(pane.member(alma.name)).not.toContainText('Since')
  await expect(pane.member(bruno.name)).toContainText('Disabled')

  await pane.change.click()
  await expect(pane.chosen.filter({ hasText: bruno.name })).toContainText('Disabled')
  await expect(pane.relay('As a group')).toBeChecked()
  await pane.relay('Only the team').check()
  await look()
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
  await expect(pane.member(bruno.name)).toContainText('Disabled')
  const [request] = await sent(page, 'chats.update')
  expect(request?.body).toMatchObject({ relay: false })

  await pane.change.click()
  await pane.settings.getByRole('button', { name: `Remove ${bruno.name}` }).click()
  await pane.save.click()
  await expect(pane.settings).toBeHidden()
  await expect(pane.pane.getByRole('list', { name: 'Former members' })).toContainText(/Bruno Reyes.*Left /)
}

async function confirmed(stage: Stage) {
  const { cancel, confirm } = await leaveAndDelete(stage)
  // Like in Teams, on the right.
  expect(confirm?.x).toBeGreaterThan(cancel?.x ?? 0)
}

async function confirmedOnPhone(stage: Stage) {
  await stage.page.setViewportSize({ width: 390, height: 844 })
  const { cancel, confirm } = await leaveAndDelete(stage)
  // On top.
  expect(confirm?.y).toBeLessThan(cancel?.y ?? 0)
}

/** Leaves one chat and deletes another. Returns the places of the buttons. */
async function leaveAndDelete({ page, clinic, come }: Stage) {
  const toLeave = addChat(clinic, { name: 'To be left' })
  const toDelete = addChat(clinic, { name: 'To be deleted' })
  const app = await come(addressOf(toLeave.id))
  const pane = chatPane(page)
  await app.membersButton.click()
  await pane.choose('Leave chat')
  await expect(pane.leaveDialog).toContainText('Are you sure to leave current chat?')
  await pane.leaveDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(pane.leaveDialog).toBeHidden()
  await pane.choose('Leave chat')
  await pane.leaveDialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
  await expect(app.chat('To be left')).toHaveCount(0)

  await app.open(toDelete.name)
  // At full width, the pane is still open.
  if (await pane.more.isHidden()) await app.membersButton.click()
  await pane.choose('Delete chat')
  await expect(pane.deleteDialog).toContainText("You're going to delete chat.")
  await expect(pane.deleteDialog).toContainText('“To be deleted” will be deleted for everyone.')
  const cancelButton = pane.deleteDialog.getByRole('button', { name: 'Cancel' })
  const confirmButton = pane.deleteDialog.getByRole('button', { name: 'Delete' })
  await expect(cancelButton).toBeFocused()
  const places = { cancel: await cancelButton.boundingBox(), confirm: await confirmButton.boundingBox() }
  await confirmButton.click()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
  await expect(app.chat('To be deleted')).toHaveCount(0)
  return places
}

async function deletedByStranger({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Edda Lang', contacts: [{ name: 'Edda Lang', number: '+12025553214' }] })
  chat.members.shift()
  const app = await come(addressOf(chat.id))
  const pane = chatPane(page)
  await app.membersButton.click()
  await expect(pane.change).toBeVisible()
  await pane.more.click()
  await expect(pane.delete).toBeVisible()
  await expect(pane.leave).toBeHidden()
  await page.keyboard.press('Escape')
  await pane.choose('Delete chat')
  await pane.deleteDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
}

async function leaving(stage: Stage) {
  const { app, pane } = await openPane(stage, { name: 'Lea Ving', number: '+12025553184' })
  await refuse(stage.page, 'chats.leave')
  const letGo = await hold(stage.page, 'chats.leave')
  await pane.choose('Leave chat')
  await pane.leaveDialog.getByRole('button', { name: 'Leave' }).click()
  await expectKept(stage, pane.leaveDialog, 'Leaving…')
  await letGo()
  await expectRefused(stage, app.dialog('Unable to leave the chat'))
  await expect(stage.page.getByRole('heading', { level: 2, name: 'Lea Ving' })).toBeVisible()
}

async function deleting(stage: Stage) {
  const { pane } = await openPane(stage, { name: 'Dee Leet', number: '+12025553185' })
  await refuse(stage.page, 'chats.delete')
  const letGo = await hold(stage.page, 'chats.delete')
  await pane.choose('Delete chat')
  await pane.deleteDialog.getByRole('button', { name: 'Delete' }).click()
  await expectKept(stage, pane.deleteDialog, 'Deleting...')
  await letGo()
  await expect(pane.deleteDialog.getByRole('alert')).toContainText(REASON)
  await stage.look()
  // The next attempt begins without the error of the last one.
  const letGoAgain = await hold(stage.page, 'chats.delete')
  await pane.deleteDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(pane.deleteDialog.getByRole('button', { name: 'Deleting...' })).toBeVisible()
  await expect(pane.deleteDialog.getByRole('alert')).toBeHidden()
  await letGoAgain()
  await expect(pane.deleteDialog.getByRole('alert')).toContainText(REASON)
  await pane.deleteDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(stage.page.getByRole('heading', { level: 2, name: 'Dee Leet' })).toBeVisible()
}

/** The picture in its original size; those in the transcript request a width. */
const WHOLE_PICTURE = /\/api\/v1\/media\/[^?]*$/

async function openImage({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Meadows' })
  addPicture(addTexts(clinic, chat, ['Behind the meadow'])[0]!)
  await come(addressOf(chat.id))
  await page
    .getByRole('button', { name: /^Open picture/ })
    .first()
    .click()
  return page.getByRole('dialog')
}

async function imageLoading(stage: Stage) {
  const letGo = await holdFile(stage.page, WHOLE_PICTURE)
  const dialog = await openImage(stage)
  const link = dialog.getByRole('link', { name: /in a new tab$/ })
  const room = await link.boundingBox()
  await stage.look()
  await letGo()
  await expectDrawn(dialog.locator('img'))
  await expect.poll(() => link.boundingBox()).toEqual(room)
}

async function imageFailed(stage: Stage) {
  stage.forgive(/ERR_FAILED/)
  const find = await loseFile(stage.page, WHOLE_PICTURE)
  const dialog = await openImage(stage)
  await expect(dialog.getByRole('alert')).toContainText('The picture couldn’t be loaded.')
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused()
  await stage.look()
  await find()
  await stage.page.keyboard.press('Enter')
  await expect(dialog.getByRole('link', { name: /in a new tab$/ })).toBeFocused()
  await expectDrawn(dialog.locator('img'))
}

async function nobodyElse(stage: Stage) {
  const chat = addChat(stage.clinic, { name: 'Only for me' })
  addTexts(stage.clinic, chat, ['A note'])
  const app = await stage.come(addressOf(chat.id))
  await app.message('A note').hover()
  await app
    .message('A note')
    .getByRole('button', { name: /^More about/ })
    .click()
  await stage.page.getByRole('menuitem', { name: 'Delivery details' }).click()
  const details = app.dialog('Message Delivery Status')
  await expect(details.getByRole('listitem')).toHaveText([/Dana Cole.*Sender/])
  await stage.look()
}

async function sendingAgain(stage: Stage) {
  const contact = { name: 'Rae Peat', number: '+12025553186' }
  const chat = addChat(stage.clinic, { name: contact.name, contacts: [contact] })
  const [message] = addTexts(stage.clinic, chat, ['One try'])
  const failure = { status: 'undelivered', errorCode: 30_003, errorText: 'The phone is off or out of reach.' } as const
  Object.assign(message!.delivery[1]!, failure)
  const app = await stage.come(addressOf(chat.id))
  await statusOf(app.message('One try'), 'Not delivered').click()
  const details = app.dialog('Message Delivery Status')
  await refuse(stage.page, 'messages.sendAgain')
  const letGo = await hold(stage.page, 'messages.sendAgain')
  await details.getByRole('button', { name: 'Send again' }).click()
  await expect(details.getByRole('button', { name: 'Sending…' })).toBeVisible()
  await stage.look()
  await letGo()
  await expect(details.getByRole('alert')).toContainText(REASON)
  await stage.look()
  await expect(details.getByRole('button', { name: 'Send again' })).toBeEnabled()
}
