import type { Page } from '@playwright/test'
import { arrangeChat } from '../pages/arrange.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { hold } from '../pages/network.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { triage } from '../pages/triage.ts'
import { expect, test } from '../test.ts'

const CONTACT = { name: 'Ida Voss', number: '+12025553294' }

test('three people share a chat: one takes it, hands it over, and it is snoozed, answered, and finished', async ({
  openBrowser,
  complaints,
}) => {
  await arrangeChat({ name: CONTACT.name, contact: CONTACT })
  const pages = await Promise.all([openBrowser(), openBrowser(), openBrowser()])
  await Promise.all([signIn(pages[0], 'Dana Cole'), signIn(pages[1], 'Omar Haddad'), signIn(pages[2], 'Mei Tanaka')])
  const at = (page: Page) => ({ page, app: chatsPage(page), on: triage(page) })
  const [dana, omar, mei] = [at(pages[0]), at(pages[1]), at(pages[2])]
  await dana.app.open(CONTACT.name)

  await textFrom(CONTACT.number, 'Can I come tomorrow?')
  await expect(dana.app.message('Can I come tomorrow?')).toBeVisible()
  await dana.app.text.fill('Yes, at nine.')
  await dana.app.send.click()
  await expect(dana.page.getByText('You took the chat')).toBeAttached()
  await expect(dana.page.getByRole('button', { name: 'Assigned to Dana Cole' })).toBeVisible()

  await dana.on.assign.click()
  await dana.on.person(/Omar Haddad/).click()
  await omar.app.open(CONTACT.name)
  await expect(omar.page.getByText('Dana Cole assigned the chat to you')).toBeAttached()
  await omar.on.snooze.click()
  await omar.on.item('Tomorrow').click()
  await expect(omar.app.chat(CONTACT.name)).toHaveCount(0)
  await expect(dana.app.chat(CONTACT.name)).toHaveCount(0)

  await textFrom(CONTACT.number, 'And may I bring my son?')
  await expect(omar.app.message('And may I bring my son?')).toBeVisible()
  await expect(omar.app.chat(CONTACT.name)).toBeVisible()
  await mei.page.getByRole('tab', { name: 'All chats' }).click()
  await mei.app.open(CONTACT.name)
  const join = mei.page.getByRole('button', { name: 'Join' })
  await expect(join).toBeVisible()
  await expect(mei.app.text).toBeHidden()
  await join.click()
  await Promise.all([mei.app.text.fill('Of course.'), omar.app.text.fill('Please do.')])
  // Otherwise, the second one to press is asked whether to send.
  const letGo = await Promise.all([hold(mei.page, 'messages.send'), hold(omar.page, 'messages.send')])
  await Promise.all([mei.app.send.click(), omar.app.send.click()])
  for (const send of letGo) await send()
  for (const { app, page } of [dana, omar, mei]) {
    await expect(app.message('Of course.')).toHaveCount(1)
    await expect(app.message('Please do.')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Assigned to Omar Haddad' })).toBeVisible()
  }

  await omar.on.done.click()
  await expect(mei.on.reopen).toBeVisible()
  for (const { app } of [dana, omar, mei]) await expect(app.chat(CONTACT.name)).toHaveCount(0)
  // A save that a receipt overtook is repeated; the browser reports its first answer.
  forgive(complaints, /status of 409/)
})
