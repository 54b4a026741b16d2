import { appUrl } from '../pages/addresses.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { attach, MEADOW } from '../pages/attach.ts'
import { chatsPage, expectDrawn, pictureOf, statusOf } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { newChat } from '../pages/new-chat.ts'
import { openPhones } from '../pages/phones-page.ts'
import { signIn } from '../pages/sign-in.ts'
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
  await modal.relay('As a group').check()
  await modal.save.click()

  await expect(modal.dialog).toBeHidden()
  await expect(app.title).toHaveText('Tom and Ann')
  await expect(page).toHaveURL(/\?chat=[0-9a-f-]{36}$/)
  await expect(app.text).toBeFocused()
  await app.membersButton.click()
  await expect(app.members.getByRole('listitem')).toHaveCount(5)
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
  await modal.problem.getByRole('button', { name: 'Use Billing (202) 555-0101' }).click()
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
  const dana = await signIn(page, 'Dana Cole')
  const phones = await openPhones(await openBrowser())
  const [marta, luis] = [phones.phone('Marta Rivera'), phones.phone('Luis Rivera')]
  await dana.open('Rivera family')

  await dana.write('Your check-up is booked for Thursday, 3:30.')
  const text = dana.message('Your check-up is booked')
  await expect(text).toBeVisible()
  for (const { thread } of [marta, luis]) {
    await expect(thread).toContainText('Your check-up is booked for Thursday, 3:30.')
  }
  await statusOf(text, 'Delivered to 2').click()
  const dialog = dana.dialog('Message Delivery Status')
  for (const owner of ['Marta Rivera', 'Luis Rivera']) {
    await expect(dialog.getByRole('listitem').filter({ hasText: owner })).toContainText('Delivered')
  }
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Omar Haddad' })).toContainText('Not seen yet')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()

  const before = await luis.pictures.count()
  await attach(page, page)
  await dana.send.click()
  await expect(pictureOf(dana.newest).image).toBeVisible()
  await expect(luis.pictures).toHaveCount(before + 1)
  await expectDrawn(luis.pictures.last())
  await expect(statusOf(dana.newest, 'Delivered to 2')).toBeVisible()
  await expectDrawn(pictureOf(dana.newest).image)
})

test('a phone’s answer appears without a reload for two in the chat, and in the list of a third', async ({
  openBrowser,
}) => {
  const pages = await Promise.all([openBrowser(), openBrowser(), openBrowser()])
  const dana = await signIn(pages[0], 'Dana Cole')
  const omar = await signIn(pages[1], 'Omar Haddad')
  const mei = await signIn(pages[2], 'Mei Tanaka')
  const phones = await openPhones(await openBrowser())
  const marta = phones.phone('Marta Rivera')
  for (const app of [dana, omar]) await app.open('Rivera family')
  await mei.open('Henry Okafor')
  const reloads: string[] = []
  for (const page of pages) page.on('load', () => reloads.push(page.url()))

  await dana.write('Do you find the way?')
  await expect(omar.message('Do you find the way?')).toBeVisible()
  await expect(statusOf(dana.message('Do you find the way?'), 'Delivered to 2, seen by Omar')).toBeVisible()
  await marta.text('Yes, we know it well.')
  for (const app of [dana, omar]) await expect(app.message('Yes, we know it well.')).toBeVisible()
  await marta.sendPicture(MEADOW)
  for (const app of [dana, omar]) await expectDrawn(pictureOf(app.newest).image)

  // With another chat open, the list shows it.
  await phones.phone('Priya Shah').text('And on Friday?')
  await expect(mei.chats.first()).toContainText('Priya Shah')
  await expect(mei.chat('Priya Shah')).toContainText('And on Friday?')
  await expect(mei.chat('Priya Shah')).toContainText(/\d+ unread message/)
  expect(reloads).toEqual([])
})
