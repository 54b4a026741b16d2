import { openAdmin } from '../pages/admin-page.ts'
import { forgive } from '../pages/complaints.ts'
import { moveTo } from '../pages/keyboard.ts'
import { lose } from '../pages/network.ts'
import { changeAtTwilio, orderAccountFaults } from '../pages/twilio-account.ts'
import { expect, test } from '../test.ts'

test.afterEach(() => orderAccountFaults({}))

test('Diagnostics finds a wrong webhook, a suspended account, and a blocked hub, each until it is fixed', async ({
  openBrowser,
  complaints,
}) => {
  await changeAtTwilio('Front desk', { SmsUrl: 'https://old.example/sms' })
  await orderAccountFaults({ accountSuspended: {} })
  const page = await openBrowser()
  await openAdmin(page, '/admin')
  await moveTo(page, page.getByRole('link', { name: 'Diagnostics' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^(\(\d+\+?\) )?Diagnostics \| /)
  const run = page.getByRole('button', { name: 'Check again' })
  const failure = page.getByRole('region', { name: 'Diagnostics', exact: true }).getByText('Something does not work')
  /** The row of a check, or of a line. */
  const row = (group: string, title: string) =>
    page.getByRole('list', { name: group, exact: true }).getByRole('listitem').filter({ hasText: title }).first()

  const state = row('Twilio account', 'State of the account')
  await expect(failure).toBeVisible()
  await expect(state).toContainText('Failed')
  await expect(state).toContainText('Most often the balance is used up or a payment failed.')
  const frontDesk = row('Numbers', 'Front desk')
  await expect(frontDesk).toContainText('Address for texts Failed')
  await expect(frontDesk).toContainText('Texts to it go to https://old.example/sms.')
  await expect(frontDesk).toContainText('What to do: Point the number to Partyline.')

  await orderAccountFaults({})
  await moveTo(page, frontDesk.getByRole('button', { name: 'Point it to Partyline: Front desk' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Point it to Partyline' })
  await expect(dialog).toContainText('Texts to it go to https://old.example/sms.')
  await moveTo(page, dialog.getByRole('button', { name: 'Point it to Partyline' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(frontDesk).toContainText(
    'Passed: Belongs to the account, Can text, May text US phones, Can send pictures, Address for texts',
  )
  await expect(state).toContainText('The account is active.')
  await expect(failure).toBeHidden()
  await expect(run).toBeFocused()

  const live = row('This browser', 'Live connection')
  await expect(live).toContainText('New messages appear right away.')
  await page.routeWebSocket(/\/chathub/, (socket) => socket.close())
  await run.click()
  await expect(live).toContainText('something in between blocks WebSockets')
  const undo = await lose(page, /chathub/)
  await run.click()
  await expect(live).toContainText('Failed')
  await expect(live).toContainText('Let the proxy pass /chathub to the server')
  await undo()
  forgive(complaints, /chathub|realtime connection/)
})
