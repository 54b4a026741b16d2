import { arrangeChat } from '../pages/arrange.ts'
import { statusOf } from '../pages/chats-page.ts'
import { orderFaults } from '../pages/faults.ts'
import { moveTo } from '../pages/keyboard.ts'
import { openPhones } from '../pages/phones-page.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** A number to which Twilio refuses to send: a landline. */
const LANDLINE = '+15005550009'

test('a failed text shows whom it did not reach and why, marks its chat for the team, and is sent again or dismissed', async ({
  openBrowser,
}) => {
  const tess = { name: 'Tess Again', number: '+12025550140' }
  const gail = { name: 'Gail Upton', number: '+12025550141' }
  await arrangeChat({ name: 'Landline', contact: { name: 'Old Office', number: LANDLINE } })
  await arrangeChat({ name: 'Second try', contact: tess })
  await arrangeChat({ name: 'Given up', contact: gail })
  for (const { number } of [tess, gail]) await orderFaults(number, { carrierError: { times: 1, code: 30003 } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const colleague = await signIn(await openBrowser(), 'Omar Haddad')
  await colleague.list.getByRole('tab', { name: 'All' }).click()
  const details = app.dialog('Message Delivery Status')

  await test.step('to a landline: the reason is in the details, also after a reload', async () => {
    await app.open('Landline')
    await app.write('Can you read this?')
    const status = statusOf(app.message('Can you read this?'), 'Not delivered. This is not a mobile number.')
    await expect(status).toBeVisible()
    await expect(app.chat('Landline')).toContainText('Not delivered')
    await page.reload()
    await app.settled()
    await status.click()
    const row = details.getByRole('listitem').filter({ hasText: 'Old Office' })
    await expect(row).toContainText('Not delivered')
    await expect(row).toContainText('This is not a mobile number.')
    await details.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('sent again by keyboard: the chat is marked until then', async () => {
    await app.open('Second try')
    await app.write('Your results are here.')
    const message = app.message('Your results are here.')
    await expect(statusOf(message, 'Not delivered')).toBeVisible()
    const sign = app.chat('Second try').getByTitle('A message was not delivered')
    await textFrom(tess.number, 'Any news?')
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

  await test.step('dismissed for the whole team: it can still be sent again from its details', async () => {
    await app.open('Given up')
    await app.write('We are closed today.')
    const message = app.message('We are closed today.')
    await expect(statusOf(message, 'Not delivered')).toBeVisible()
    const signs = [app, colleague].map((each) => each.chat('Given up').getByTitle('A message was not delivered'))
    for (const sign of signs) await expect(sign).toBeVisible()

    await message.getByRole('button', { name: 'Dismiss' }).click()
    await expect(message.getByRole('button', { name: 'Send again' })).toBeHidden()
    await expect(app.chat('Given up')).toContainText('You: We are closed today.')
    for (const sign of signs) await expect(sign).toBeHidden()

    await statusOf(message, 'Not delivered').click()
    await details.getByRole('button', { name: 'Send again' }).click()
    // Without its button, the dialog is lower: Close moves.
    await expect(details.getByRole('listitem').filter({ hasText: gail.name })).toContainText('Delivered')
    await details.getByRole('button', { name: 'Close' }).click()
    await expect(statusOf(message, 'Delivered')).toBeVisible()
  })
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
