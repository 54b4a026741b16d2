import { signIn } from '@partyline/driver'
import { APP_CLIENT_ID, APP_CLIENT_SECRET } from '@partyline/sandbox'
import { faultsOf } from '../pages/accessibility.ts'
import { chatsPage, statusOf } from '../pages/chats-page.ts'
import { countEffort } from '../pages/effort.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { pickAccount } from '../pages/sign-in.ts'
import { startProduction } from '../production.ts'
import type { Production } from '../production.ts'
import { expect, test } from '../test.ts'

const LIMIT_MS = 180_000
const PHONE = '+12025550142'
const STRANGER = '+12025550177'
/** The time in docs/guide/first-hour.md. */
const EFFORT = { clicks: 15, fields: 5, keys: 1 }

let production: Production
test.beforeAll(async () => {
  test.setTimeout(LIMIT_MS)
  production = await startProduction(({ directories }) => ({
    ENTRA_CLIENT_ID: APP_CLIENT_ID,
    ENTRA_CLIENT_SECRET: APP_CLIENT_SECRET,
    ALLOWED_TENANTS: directories.map(({ tenantId }) => tenantId).join(','),
  }))
})
test.afterAll(() => production.end())

test('from an empty data folder to a text from the own phone, and an answer that reaches it', async ({ openBrowser }, {
  annotations,
}) => {
  test.setTimeout(LIMIT_MS)
  const page = await openBrowser()
  const { effort, clicked } = await countEffort(page)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const step = (title: string) => page.getByRole('listitem', { name: title })
  const { twilio } = production.world

  await page.goto(production.appUrl)
  await pickAccount(page, 'Priya Raman')
  // The first prompts do not cover the setup card.
  await press('Show the steps')
  await expect(page.getByText('0 of 6 steps done')).toBeVisible()
  await expect(step('First number')).toContainText('After “Twilio account”')
  await expectAccessible({ page, frame: page })

  await press('Consent')
  await press('Accept')
  await expect(page.getByText('Tenant consented. It might take some time to apply.').first()).toBeVisible()
  await expect(step('Consent of your organization')).toContainText('Done')

  await press('Connect Twilio account')
  await page.getByLabel('Account SID').fill(twilio.accountSid)
  await page.getByLabel('Account Token').fill(twilio.authToken)
  await press('Save')
  await expect(step('Twilio account')).toContainText('Done')

  await press('Add user')
  await page.getByRole('combobox', { name: 'Name' }).pressSequentially('Luis')
  await page.getByRole('option', { name: 'Luis Ortega' }).click()
  await press('Add')
  await expect(step('People')).toContainText('Done')
  await expect(page.getByText('3 of 6 steps done')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await press('Use Front desk')
  await expect(page.getByRole('switch', { name: 'Luis Ortega' })).toBeChecked()
  await expect(page.getByRole('dialog').getByText('Who answers texts to this number?')).toBeVisible()
  await press('Use')
  await expect(page.getByText('4 of 6 steps done')).toBeVisible()

  const hours = step('Opening hours')
  await hours.getByRole('radio', { name: 'At these times' }).check()
  await hours.getByLabel('Monday, to').fill('18:00')
  await hours.getByRole('button', { name: 'Use the hours of Monday on every selected day' }).click()
  await press('Save')
  await expect(hours).toContainText('Done')
  expect(await faultsOf(page)).toEqual([])

  const trial = step('A text from your phone')
  await expect(trial).toContainText('approved A2P 10DLC campaign')
  await expect(trial).toContainText('Waiting for your text…')
  await text(PHONE, 'Hello from my phone.')
  await expect(trial).toContainText('Hello from my phone.')
  await trial.getByLabel('Your answer').fill('Welcome to Northgate.')
  await trial.getByLabel('Your answer').press('Enter')
  await expect(page.getByText('A text came in from a phone, and an answer reached it.')).toBeVisible()
  expect(await textsOn(PHONE)).toContain('Welcome to Northgate.')

  annotations.push({ type: 'first hour', description: `${effort.clicks} clicks, ${effort.fields} fields written in` })
  expect(effort, clicked.join('; ')).toEqual(EFFORT)
  await press('Go to chats')
  const app = chatsPage(page)
  await expect(app.chat('Welcome to Northgate.')).toBeVisible()

  // An unknown caller's first text reaches a colleague, who answers it.
  const colleague = await openBrowser()
  await colleague.goto(production.appUrl)
  await pickAccount(colleague, 'Luis Ortega')
  const luis = chatsPage(colleague)
  await text(STRANGER, 'Is the apartment still free?')
  await expect(luis.chat('Is the apartment still free?')).toContainText('1 unread message')
  await expect(colleague).toHaveTitle(/^\(2\)/)
  await luis.chat('Is the apartment still free?').click()
  await luis.write('It is. When would you like to see it?')
  await expect(statusOf(luis.message('It is. When would you like to see it?'), 'Delivered')).toBeVisible()
  await expect(app.chat('It is. When would you like to see it?')).toBeVisible()

  // Completed steps disappear.
  await page.goto(`${production.appUrl}/admin`)
  await expect(page.getByRole('link', { name: 'Log', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Setup' })).toBeHidden()
})

/** The texts that a phone has received. */
async function textsOn(phone: string): Promise<string[]> {
  const answered = await fetch(`${production.sandboxUrl}/sandbox/phones/${encodeURIComponent(phone)}/messages`)
  const texts = (await answered.json()) as { direction: string; text: string }[]
  return texts.filter(({ direction }) => direction === 'received').map((one) => one.text)
}

/** A phone texts the front desk. */
async function text(phone: string, body: string): Promise<void> {
  const to = production.world.twilio.numbers.find(({ friendlyName }) => friendlyName === 'Front desk')?.phoneNumber
  const answered = await fetch(`${production.sandboxUrl}/sandbox/phones/${encodeURIComponent(phone)}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, text: body }),
  })
  expect(answered.ok).toBe(true)
}

test('a User of an organization that is not set up sees who can set it up, without links', async ({ openBrowser }) => {
  const omar = production.world.directories.flatMap(({ people }) => people).find(({ name }) => name === 'Omar Haddad')
  const dana = await signIn(production.appUrl, 'dana@lakeside.example')
  await dana.get('settings.addUser', { body: { userId: omar?.id ?? '', role: 'User', name: 'Omar Haddad' } })
  const page = await openBrowser()
  await page.goto(production.appUrl)
  await pickAccount(page, 'Omar Haddad')
  const told = page.getByRole('region', { name: 'Partyline is not ready yet' })
  await expect(told).toContainText('Please ask an administrator to do this.')
  await told.getByRole('button', { name: 'Close' }).click()
  await expect(told).toBeHidden()
  await expect(page.getByText('Please ask Dana Cole to do it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the steps' })).toBeHidden()
  expect(await faultsOf(page)).toEqual([])

  await page.goto(`${production.appUrl}/admin/setup`)
  await expect(page.getByRole('heading', { name: 'Only administrators can open this page' })).toBeVisible()
})
