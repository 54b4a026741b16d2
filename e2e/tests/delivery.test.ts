import type { Chat } from '@partyline/contract'
import { arrangeChat } from '../pages/arrange.ts'
import { statusOf } from '../pages/chats-page.ts'
import { orderFaults } from '../pages/faults.ts'
import { moveTo } from '../pages/keyboard.ts'
import { openPhones } from '../pages/phones-page.ts'
import { pictureFrom, textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { answer, REASON, refuse, wholeAnswer } from '../pages/network.ts'
import { expect, test } from '../test.ts'

/** A number to which Twilio refuses to send: a landline. */
const LANDLINE = '+15005550009'

test('an undeliverable text shows whom it did not reach and why, also after a reload', async ({ openBrowser }) => {
  await arrangeChat({ name: 'Landline', contact: { name: 'Old Office', number: LANDLINE } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Landline')
  await app.write('Can you read this?')
  const status = statusOf(app.message('Can you read this?'), 'Not delivered. This is not a mobile number.')
  await expect(status).toBeVisible()
  await expect(app.chat('Landline')).toContainText('Not delivered')

  await page.reload()
  await app.settled()
  await status.click()
  const row = app.dialog('Message Delivery Status').getByRole('listitem').filter({ hasText: 'Old Office' })
  await expect(row).toContainText('Not delivered')
  await expect(row).toContainText('This is not a mobile number.')
})

test('a phone that texted STOP gets no more texts, and the team sees it', async ({ openBrowser }) => {
  const number = '+12025550132'
  await arrangeChat({ name: 'Stopped', contact: { name: 'Stella Topp', number } })
  const page = await openBrowser()
  const phones = await openPhones(await openBrowser())
  const app = await signIn(page, 'Dana Cole')
  await app.open('Stopped')
  await app.write('Shall we go on?')
  const phone = phones.phone(number)
  await expect(phone.thread).toContainText('Shall we go on?')
  await phone.text('STOP')
  await expect(phone.thread).toContainText('You have successfully been unsubscribed.')
  await expect(app.message('STOP')).toBeVisible()

  await expect(page.getByText('Stella texted STOP. You can’t text Stella until a START arrives.')).toBeVisible()
  await app.text.fill('One more thing')
  await expect(app.send).toBeDisabled()
  await app.text.press('Enter')
  await expect(app.text).toHaveValue('One more thing')
  await expect(app.message('One more thing')).toHaveCount(0)

  await phone.text('START')
  await expect(page.getByText('Stella texted STOP.')).toBeHidden()
  await app.send.click()
  await expect(phone.thread).toContainText('One more thing')
})

test('a refused message can be sent again or discarded', async ({ openBrowser, complaints }) => {
  await arrangeChat({ name: 'Tunnel', contact: { name: 'Ted Unnel', number: '+12025550133' } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Tunnel')
  const undo = await refuse(page, 'messages.send', 413)
  const refusal = app.dialog('Unable to send message')
  const sign = app.chat('Tunnel').getByTitle('A message was not sent')
  await app.write('First')
  await expect(refusal).toContainText(REASON)
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
  await expect(app.message('First')).toContainText(`Unable to send message. ${REASON}`)
  await expect(sign).toBeVisible()
  await app.message('First').getByRole('button', { name: 'Discard' }).click()
  await expect(app.message('First')).toBeHidden()
  await expect(sign).toBeHidden()

  await app.write('Second')
  await refusal.getByRole('button', { name: 'Close' }).click()
  await expect(app.message('Second')).toContainText('Unable to send message.')
  await undo()
  await app.message('Second').getByRole('button', { name: 'Try again' }).click()
  await expect(statusOf(app.message('Second'), 'Delivered')).toBeVisible()
  await expect(sign).toBeHidden()
  // The browser logs each refusal.
  expect(complaints.splice(0)).toEqual(Array(2).fill(expect.stringContaining('status of 413')))
})

test('a failed text has a button to send it again, and marks its chat until then', async ({ openBrowser }) => {
  const number = '+12025550140'
  await arrangeChat({ name: 'Second try', contact: { name: 'Tess Again', number } })
  await orderFaults(number, { carrierError: { times: 1, code: 30003 } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Second try')
  await app.write('Your results are here.')
  const message = app.message('Your results are here.')
  await expect(statusOf(message, 'Not delivered')).toBeVisible()
  const sign = app.chat('Second try').getByTitle('A message was not delivered')
  await textFrom(number, 'Any news?')
  await expect(app.chat('Second try')).toContainText('Any news?')
  await expect(sign).toBeVisible()
  await page.reload()
  await expect(sign).toBeVisible()

  await app.settled()
  await moveTo(page, app.newest, 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await moveTo(page, message.getByRole('button', { name: 'Send again' }))
  await page.keyboard.press('Enter')
  await expect(statusOf(message, 'Delivered')).toBeVisible()
  await expect(sign).toBeHidden()
  await expect(message).toBeFocused()
})

test('a failed text is dismissed for the whole team, and can still be sent again from its details', async ({
  openBrowser,
}) => {
  const number = '+12025550141'
  await arrangeChat({ name: 'Given up', contact: { name: 'Gail Upton', number } })
  await orderFaults(number, { carrierError: { times: 1, code: 30003 } })
  const app = await signIn(await openBrowser(), 'Dana Cole')
  const colleague = await signIn(await openBrowser(), 'Omar Haddad')
  await colleague.list.getByRole('tab', { name: 'All' }).click()
  await app.open('Given up')
  await app.write('We are closed today.')
  const message = app.message('We are closed today.')
  await expect(statusOf(message, 'Not delivered')).toBeVisible()
  await expect(colleague.chat('Given up').getByTitle('A message was not delivered')).toBeVisible()

  await message.getByRole('button', { name: 'Dismiss' }).click()
  await expect(message.getByRole('button', { name: 'Send again' })).toBeHidden()
  await expect(app.chat('Given up')).toContainText('You: We are closed today.')
  for (const one of [app, colleague]) {
    await expect(one.chat('Given up').getByTitle('A message was not delivered')).toBeHidden()
  }

  await statusOf(message, 'Not delivered').click()
  await app.dialog('Message Delivery Status').getByRole('button', { name: 'Send again' }).click()
  await app.dialog('Message Delivery Status').getByRole('button', { name: 'Close' }).click()
  await expect(statusOf(message, 'Delivered')).toBeVisible()
})

test('if sending again is refused, a modal shows the reason', async ({ openBrowser, complaints }) => {
  const number = '+12025553290'
  await arrangeChat({ name: 'Still not', contact: { name: 'Stan Still', number } })
  await orderFaults(number, { carrierError: { times: 1, code: 30003 } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Still not')
  await app.write('Hello?')
  const again = app.message('Hello?').getByRole('button', { name: 'Send again' })
  await expect(again).toBeVisible()
  await refuse(page, 'messages.sendFailedAgain', 409)
  await again.click()
  await expect(app.dialog('Unable to send message')).toContainText(REASON)
  await page.keyboard.press('Escape')
  await expect(again).toBeFocused()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 409')])
})

test('a text of unknown outcome is marked as sent or sent again, and open details are updated', async ({
  openBrowser,
}) => {
  const [ada, bea] = [
    { name: 'Ada Doubt', number: '+12025550134' },
    { name: 'Bea Doubt', number: '+12025550135' },
  ]
  await arrangeChat({ name: 'In doubt', contact: ada, others: [bea] })
  for (const { number } of [ada, bea]) await orderFaults(number, { errorBeforeAccepting: { times: 1, status: 503 } })
  const app = await signIn(await openBrowser(), 'Dana Cole')
  await app.open('In doubt')
  await app.write('Did this arrive?')
  const status = statusOf(app.message('Did this arrive?'), 'Couldn’t confirm delivery')
  await expect(status).toContainText('Ada and Bea')
  await status.click()

  const details = app.dialog('Message Delivery Status')
  const rowOf = (name: string) => details.getByRole('listitem').filter({ hasText: name })
  await expect(rowOf('Ada Doubt')).toContainText('Delivery unknown')
  await expect(rowOf('Ada Doubt')).toContainText('Twilio did not answer')
  await expect(rowOf('Ada Doubt')).toContainText('Sending again may deliver it twice.')
  await expect(rowOf('Dana Cole')).toContainText('Sender')

  await rowOf('Ada Doubt').getByRole('button', { name: 'Mark as sent' }).click()
  await expect(rowOf('Ada Doubt').getByText('Sent', { exact: true })).toBeVisible()
  await expect(rowOf('Ada Doubt').getByRole('button')).toHaveCount(0)
  await rowOf('Bea Doubt').getByRole('button', { name: 'Send again' }).click()
  await expect(rowOf('Bea Doubt')).toContainText('Delivered')
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(statusOf(app.message('Did this arrive?'), 'Delivered to 1 of 2')).toBeVisible()
})

test('a failed text is sent again by keyboard, to one phone or to all that did not get it', async ({ openBrowser }) => {
  const [cy, di, eve] = [
    { name: 'Cy Faraway', number: '+12025550136' },
    { name: 'Di Faraway', number: '+12025550137' },
    { name: 'Eve Nearby', number: '+12025550138' },
  ]
  await arrangeChat({ name: 'Far away', contact: cy, others: [di, eve] })
  await orderFaults(cy.number, { carrierError: { times: 2, code: 30003 } })
  await orderFaults(di.number, { carrierError: { times: 1, code: 30003 } })
  const page = await openBrowser()
  const phones = await openPhones(await openBrowser())
  const app = await signIn(page, 'Dana Cole')
  await app.open('Far away')
  await app.write('The clinic is closed today.')
  const status = statusOf(app.message('The clinic is closed today.'), 'Not delivered to Cy and Di')
  await status.waitFor()
  await moveTo(page, status, 'Shift+Tab')
  await page.keyboard.press('Enter')

  const details = app.dialog('Message Delivery Status')
  const rowOf = (name: string) => details.getByRole('listitem').filter({ hasText: name })
  await expect(rowOf('Eve Nearby').getByRole('button')).toHaveCount(0)
  const all = details.getByRole('button', { name: 'Send again to these 2' })
  await moveTo(page, all)
  await page.keyboard.press('Enter')
  await expect(rowOf('Di Faraway')).toContainText('Delivered')
  await expect(rowOf('Cy Faraway')).toContainText('Not delivered')
  await expect(all).toBeHidden()

  await moveTo(page, rowOf('Cy Faraway').getByRole('button', { name: 'Send again' }))
  await page.keyboard.press('Enter')
  await expect(rowOf('Cy Faraway')).toContainText('Delivered')
  await expect(details.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(statusOf(app.message('The clinic is closed today.'), 'Delivered to 3')).toBeVisible()
  for (const { number } of [cy, di, eve]) {
    await expect(phones.phone(number).thread.getByText('The clinic is closed today.')).toHaveCount(1)
  }
})

test('if sending again is refused in the details, they show the reason and stay unchanged', async ({
  openBrowser,
  complaints,
}) => {
  await arrangeChat({ name: 'Refused', contact: { name: 'Rex Used', number: '+12025550139' } })
  await orderFaults('+12025550139', { carrierError: { times: 1, code: 30003 } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Refused')
  await app.write('One try')
  await statusOf(app.message('One try'), 'Not delivered').click()
  const details = app.dialog('Message Delivery Status')
  await answer(page, 'messages.sendAgain', (route) => route.fulfill({ status: 503, body: '' }))
  await details.getByRole('button', { name: 'Send again' }).click()
  await expect(details.getByRole('alert')).toContainText('Unable to complete operation')
  await expect(details.getByRole('button', { name: 'Send again' })).toBeEnabled()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 503')])
})

test('a picture that is still being fetched is announced in the bubble and the list, and so is an empty text', async ({
  openBrowser,
}) => {
  const number = '+12025553199'
  await arrangeChat({ name: 'Slow picture', contact: { name: 'Petra Lang', number } })
  await orderFaults(number, { mediaNotFound: {} })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Slow picture')
  await pictureFrom(number)
  const waiting = page.getByRole('article').filter({ hasText: 'Receiving picture…' })
  await expect(waiting).toBeVisible()
  await expect(app.chat('Slow picture')).toContainText('Receiving picture…')
  await textFrom(number, '   ')
  await expect(page.getByRole('article').filter({ hasText: 'Empty message' })).toBeVisible()
  await expect(app.chat('Slow picture')).toContainText('Empty message')
})

test('a recovered text, and one with missing pictures, are labeled', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await answer(page, 'chats.get', async (route) => {
    const { response, headers, body } = await wholeAnswer<Chat>(route)
    const inbound = body.data.messages.filter(({ text }) => text.includes('bus is on strike'))
    for (const message of inbound) Object.assign(message, { recovered: true, missingMedia: 2 })
    await route.fulfill({ response, headers, json: body })
  })
  await app.open('Greta Lindqvist')
  const message = app.message('bus is on strike')
  await expect(message).toContainText('Recovered; may have arrived earlier')
  await expect(message).toContainText('2 pictures couldn’t be received. Ask the sender to send them again.')
})
