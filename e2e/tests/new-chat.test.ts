import { arrangeContact } from '../pages/arrange.ts'
import { attach } from '../pages/attach.ts'
import { statusOf } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { answer, lose } from '../pages/network.ts'
import { newMessage } from '../pages/new-chat.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a new chat keeps recipients, text, and files without a connection; after a lost answer it opens, and is sent once', async ({
  openBrowser,
  complaints,
}) => {
  await arrangeContact({ name: 'Sven Holm', number: '+12025553136' }, { disabled: false })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const view = newMessage(page)
  await app.newChat.click()
  await view.to.pressSequentially('sven')
  await view.options.filter({ hasText: '(202) 555-3136' }).click()
  await view.to.pressSequentially('(202) 555-3137,')
  await expect(view.chips).toHaveText(['Sven Holm', '(202) 555-3137'])
  await view.relay('As a group').check()
  await attach(page, page)
  await view.text.fill('Here is the meadow.')
  const find = await lose(page, 'chats.create')
  await view.send.click()
  await expect(view.alert).toContainText('Unable to create chat. Partyline can’t be reached.')
  await expect(view.chips).toHaveText(['Sven Holm', '(202) 555-3137'])
  await expect(view.text).toHaveValue('Here is the meadow.')
  await expect(page.getByRole('list', { name: 'Attached' }).getByRole('img')).toBeVisible()
  await find()

  const stop = await answer(page, 'chats.create', async (route) => {
    await route.fetch()
    await route.abort()
    await stop()
  })
  await view.send.click()
  // It isn't called another chat that its phones are in.
  await expect(app.title).toHaveText('(202) 555-3137, Sven Holm')
  const message = app.message('Here is the meadow.')
  await expect(statusOf(message, 'Delivered to 2')).toBeVisible()
  await expect(message).toHaveCount(1)
  await expect(message.locator('img')).toBeVisible()
  await expect(app.chat('(202) 555-3137, Sven Holm')).toHaveCount(1)
  // Nothing is left of it.
  await app.newChat.click()
  await expect(view.chips).toHaveCount(0)
  forgive(complaints, /Failed to load resource/)
})
