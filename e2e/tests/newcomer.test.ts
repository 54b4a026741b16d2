import { appUrl, chatUrl } from '../pages/addresses.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { attach, MEADOW } from '../pages/attach.ts'
import { chatsPage, expectDrawn, pictureOf, statusOf } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { newChat } from '../pages/new-chat.ts'
import { openPhones } from '../pages/phones-page.ts'
import { pickAccount, signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('the app requires a sign-in, Microsoft offers both organizations, and the demo’s chats are shown', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await page.goto(appUrl())
  await expect(page).toHaveURL(/\/auth\/signin/)
  await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible()
  // No page was refused yet.
  await expect(page.getByText('Please sign in to access this page.')).toBeHidden()
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()

  await expect(page.getByRole('heading', { name: 'Pick an account' })).toBeVisible()
  for (const name of ['Dana Cole', 'Omar Haddad', 'Mei Tanaka', 'Priya Raman', 'Luis Ortega', 'Hanna Berg']) {
    await expect(page.getByRole('link', { name })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Dana Cole' }).click()

  const app = chatsPage(page)
  for (const name of ['Rivera family', 'Tom Becker', 'Priya Shah', 'Henry Okafor, invoice', 'Greta Lindqvist']) {
    // Other tests may have left chats with the same people.
    await app.search.fill(name)
    await expect(app.chat(name).first()).toBeVisible()
  }
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a new chat is named after its line, then its first contact; users, contacts, and a new contact can be added', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const modal = newChat(page)
  await modal.open()

  await modal.chooseNumber('Billing')
  await expect(modal.name).toHaveValue('Billing')
  await expect(modal.chosen).toHaveText([/Dana Cole.*Teams User/, /Mei Tanaka/, /Omar Haddad/])
  await modal.remove('Mei Tanaka')
  await modal.add('mei', 'Mei Tanaka')
  await modal.add('555-0171', 'Tom Becker')
  await expect(modal.name).toHaveValue('Tom Becker')
  await modal.name.fill('Tom and Ann')
  await modal.createContact({ number: '(202) 555-0120', name: 'Ann Lee' })
  await expect(modal.chosen.filter({ hasText: 'Ann Lee' })).toContainText('External Mobile')
  await expect(modal.chosen).toHaveCount(5)
  await modal.save.click()

  await expect(modal.dialog).toBeHidden()
  await expect(app.title).toHaveText('Tom and Ann')
  await expect(page).toHaveURL(/\?chat=[0-9a-f-]{36}$/)
  await expect(app.text).toBeFocused()
  await app.membersButton.click()
  await expect(app.members.getByRole('listitem')).toHaveCount(5)
})

test('a link to a chat requires signing in first, and then opens the chat', async ({ openBrowser }) => {
  const chat = await arrangeChat({ name: 'Nora Quist', contact: { name: 'Nora Quist', number: '+12025553110' } })
  const page = await openBrowser()
  await page.goto(chatUrl(chat.id))
  await expect(page.getByText('Please sign in to access this page.')).toBeVisible()
  await pickAccount(page, 'Dana Cole')
  await expect(chatsPage(page).title).toHaveText('Nora Quist')
})

test('for a phone in another chat, the app shows which chat, which line is free, and how to move it', async ({
  openBrowser,
  complaints,
}) => {
  const contact = { name: 'Ines Falk', number: '+12025553111' }
  await arrangeChat({ name: 'Ines, first visit', contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const modal = newChat(page)
  const fill = async (name: string) => {
    await modal.open()
    await modal.chooseNumber('Front desk')
    await modal.name.fill(name)
    await modal.add('ines', 'Ines Falk')
    await modal.save.click()
  }

  await fill('Ines, again')
  await expect(modal.problem).toContainText('Ines Falk is already in the chat Ines, first visit on this number.')
  await modal.problem.getByRole('button', { name: 'Use Billing (202-555-0101)' }).click()
  await expect(modal.problem).toBeHidden()
  await modal.save.click()
  await expect(app.title).toHaveText('Ines, again')

  await fill('Ines, moved')
  await expect(modal.problem).not.toContainText('Use Billing')
  await modal.problem.getByRole('link', { name: 'Ines, first visit' }).click()
  await expect(modal.dialog).toBeHidden()
  await expect(app.title).toHaveText('Ines, first visit')

  await fill('Ines, moved')
  await modal.problem.getByRole('button', { name: 'Move the phone here' }).click()
  await expect(app.title).toHaveText('Ines, moved')
  await expect(app.chat('Ines, first visit')).toHaveCount(0)
  forgive(complaints, /409 \(Conflict\)/)
})

test('a text and a picture appear at once, reach the phones, and show each member’s status', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const phones = await openPhones(await openBrowser())
  await app.open('Rivera family')

  await app.write('Your check-up is booked for Thursday, 3:30.')
  const text = app.message('Your check-up is booked')
  await expect(text).toBeVisible()
  for (const owner of ['Marta Rivera', 'Luis Rivera']) {
    await expect(phones.phone(owner).thread).toContainText('Your check-up is booked for Thursday, 3:30.')
  }
  const status = statusOf(text, 'Delivered to 2')
  await expect(status).toBeVisible()

  await status.click()
  const dialog = app.dialog('Message Delivery Status')
  for (const owner of ['Marta Rivera', 'Luis Rivera']) {
    await expect(dialog.getByRole('listitem').filter({ hasText: owner })).toContainText('Delivered')
  }
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Omar Haddad' })).toContainText('Not seen yet')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()

  const onPhone = phones.phone('Luis Rivera').pictures
  const before = await onPhone.count()
  await attach(page, page)
  await app.send.click()
  await expectDrawn(pictureOf(app.newest).image)
  await expect(onPhone).toHaveCount(before + 1)
  await expectDrawn(onPhone.last())
  await expect(statusOf(app.newest, 'Delivered to 2')).toBeVisible()
})

test('a phone’s answer appears without a reload, also for a colleague with the chat open', async ({ openBrowser }) => {
  const danas = await openBrowser()
  const omars = await openBrowser()
  const dana = await signIn(danas, 'Dana Cole')
  const omar = await signIn(omars, 'Omar Haddad')
  const phones = await openPhones(await openBrowser())
  const marta = phones.phone('Marta Rivera')
  for (const app of [dana, omar]) await app.open('Rivera family')
  const reloads: string[] = []
  for (const page of [danas, omars]) page.on('load', () => reloads.push(page.url()))

  await dana.write('Do you find the way?')
  await expect(omar.message('Do you find the way?')).toBeVisible()
  await expect(statusOf(dana.message('Do you find the way?'), 'Delivered to 2, seen by Omar')).toBeVisible()

  await marta.text('Yes, we know it well.')
  for (const app of [dana, omar]) await expect(app.message('Yes, we know it well.')).toBeVisible()
  await marta.sendPicture(MEADOW)
  for (const app of [dana, omar]) await expectDrawn(pictureOf(app.newest).image)
  expect(reloads).toEqual([])
})

test('a colleague with another chat open sees this one move up, in bold with a count', async ({ openBrowser }) => {
  const mei = await signIn(await openBrowser(), 'Mei Tanaka')
  const phones = await openPhones(await openBrowser())
  await mei.open('Henry Okafor')
  await phones.phone('Priya Shah').text('And on Friday?')
  await expect(mei.chats.first()).toContainText('Priya Shah')
  await expect(mei.chat('Priya Shah')).toContainText('And on Friday?')
  await expect(mei.chat('Priya Shah')).toContainText(/\d+ unread message/)
})

test('a user who is not a member is asked to join before writing', async ({ openBrowser }) => {
  const page = await openBrowser()
  const mei = await signIn(page, 'Mei Tanaka')
  await mei.list.getByRole('tab', { name: 'All' }).click()
  await mei.open('Tom Becker')
  await expect(mei.text).toBeHidden()
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(mei.text).toBeVisible()
})

test('after a sign-out, the next user sees only their own chats', async ({ openBrowser }) => {
  const page = await openBrowser()
  const dana = await signIn(page, 'Dana Cole')
  await dana.account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth\/signin/)
  await pickAccount(page, 'Omar Haddad')
  await expect(chatsPage(page).chat('Priya Shah')).toBeVisible()
  await expect(chatsPage(page).chat('Henry Okafor')).toBeHidden()
})
