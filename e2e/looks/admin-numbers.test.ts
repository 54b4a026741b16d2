import { DIAGNOSTICS_LINKS, eventWithoutData } from '@partyline/contract'
import { check, line } from '@partyline/web/looks'
import { moveTo } from '../pages/keyboard.ts'
import { LAPTOP } from '../pages/pictures.ts'
import { addSpareLine } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Numbers: one with another receiver, taken over after confirmation', ({ stage }) => otherReceiver(stage))
test('Numbers: thirty, with long names', ({ stage }) => thirty(stage))
test('Numbers: the actions of one', ({ stage }) => actions(stage))
test('Numbers: whether Twilio lets them text', ({ stage }) => sending(stage))
test('Setup: whether a number may text, before the first one is chosen', ({ stage }) => sendingInSetup(stage))
test('Setup: no one gets a number’s texts', ({ stage }) =>
  unanswered(stage, '/admin/setup', 'No one gets texts to Billing.'))
test('Numbers: no one gets its texts', ({ stage }) => unanswered(stage, '/admin/twilio', 'No one gets its texts'))
test('Diagnostics: no one gets a number’s texts', ({ stage }) =>
  unanswered(stage, '/admin/diagnostics', 'No one gets its texts'))

async function otherReceiver({ page, clinic, come, look }: Stage) {
  const elsewhere = 'Texts to this number go to https://other.example/sms now.'
  addSpareLine(clinic).elsewhere = elsewhere
  await come('/admin/twilio')
  const line = (name: string) =>
    page.getByRole('list', { name: 'Twilio numbers' }).getByRole('listitem').filter({ hasText: name })
  await expect(line('Front desk')).toContainText('SMS, MMS')
  await expect(line('Front desk')).toContainText('Texts to it reach Partyline')
  await expect(line('Spare line')).toContainText(elsewhere)
  await line('Spare line').getByRole('button', { name: 'Use' }).click()
  const use = page.getByRole('dialog', { name: 'Use Twilio number' })
  await expect(use.getByRole('heading', { name: 'What this replaces' })).toBeVisible()
  await expect(use).toContainText(elsewhere)
  await look()
  await use.getByRole('button', { name: 'Use' }).click()
  await expect(use.getByRole('alert')).toContainText(elsewhere)
  const allow = await refuse(page, 'settings.updateTwilioNumber', 'number-in-use')
  await use.getByRole('button', { name: 'Update anyway' }).click()
  await expect(use.getByRole('alert')).toContainText(REASON)
  await allow()
  await use.getByRole('button', { name: 'Update anyway' }).click()
  await expect(use).toBeHidden()
  await expect(line('Spare line')).toContainText('In use')
}

const LONG = 'Bartholomew Featherstonehaugh Memorial Clinic, reception and emergencies'

/** Names and facts stay on one line; the whole text is in the tooltip. */
async function thirty(stage: Stage) {
  const { page, clinic, come } = stage
  const { lines, users } = clinic
  while (lines.length < 30) {
    const index = lines.length + 1
    const parts = { awayReply: index % 2 ? LONG : null, disabled: index > 24 }
    lines.push(Object.assign(line(index, `${LONG} ${index}`, `+1202555${1_000 + index}`, users), parts))
  }
  await come('/admin/twilio')
  const card = page.getByRole('listitem', { name: `${LONG} 3`, exact: true })
  const name = card.getByRole('heading')
  await expect(name).toHaveAttribute('title', `${LONG} 3`)
  await expect(card.getByRole('definition')).toHaveText([
    'Dana Cole, Mei Tanaka, Omar Haddad',
    'Always open',
    LONG,
    'Forever',
  ])
  const oneLine = [name, ...(await card.getByRole('definition').all()), card.getByText('In use', { exact: true })]
  const expectOneLine = async () => {
    for (const words of oneLine) expect((await words.boundingBox())?.height).toBeLessThan(26)
  }
  await expectOneLine()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectOneLine()
  await page.setViewportSize(LAPTOP)
  await expectUsable(stage)
}

/** By keyboard. */
async function actions({ page, clinic, come, look }: Stage) {
  addSpareLine(clinic)
  await come('/admin/twilio')
  const more = (name: string) => page.getByRole('listitem', { name }).getByRole('button', { name: /^More actions/ })
  const items = page.getByRole('menuitem')
  await moveTo(page, more('Front desk'))
  await page.keyboard.press('Enter')
  await expect(items).toHaveText([
    'Default Assigned users',
    'Written consent…',
    'Keep texts…',
    'Open at Twilio',
    'Stop using',
  ])
  await expect(items.first()).toBeFocused()
  await look()
  await page.goBack()
  await expect(items).toHaveCount(0)
  await expect(page.getByRole('listitem', { name: 'Front desk' })).toBeVisible()
  await more('Spare line').click()
  await expect(items).toHaveText(['Keep texts…', 'Open at Twilio'])
}

const UNREGISTERED = {
  state: 'failed',
  found: 'It isn’t registered: it belongs to no A2P 10DLC campaign. US carriers refuse its texts (error 30034).',
  advice: 'Register your business and a campaign in the Twilio Console.',
  link: DIAGNOSTICS_LINKS.campaign,
} as const
const TRIAL = { state: 'warning', found: 'It is a trial account.', advice: 'Upgrade it.' } as const
const UNKNOWN = {
  state: 'skipped',
  found: 'Twilio doesn’t tell other programs which countries the account may text.',
  advice: 'Check them in the Twilio Console.',
  link: DIAGNOSTICS_LINKS.countries,
} as const

async function sending(stage: Stage) {
  const { page, clinic, come, update } = stage
  const [frontDesk, billing] = clinic.lines
  const approved = { number: frontDesk!, found: 'Its campaign is approved.' }
  clinic.sending = [
    check('accountType', TRIAL),
    check('countries', UNKNOWN),
    check('numberRegistration', approved),
    check('numberRegistration', { ...UNREGISTERED, number: billing! }),
  ]
  const letGo = await hold(page, 'diagnostics.sending')
  await come('/admin/twilio')
  const line = (name: string) =>
    page.getByRole('list', { name: 'Twilio numbers' }).getByRole('listitem').filter({ hasText: name })
  // The page does not wait for Twilio.
  await expect(line('Billing')).toContainText('Checking with Twilio whether it may text…')
  await letGo()
  await expect(line('Billing')).toContainText(UNREGISTERED.found)
  await expect(line('Billing')).toContainText(`What to do: ${UNREGISTERED.advice}`)
  const more = line('Billing').getByRole('link', { name: 'How to register with Twilio' })
  await expect(more).toHaveAttribute('href', DIAGNOSTICS_LINKS.campaign.url)
  await expect(line('Front desk')).toContainText(approved.found)
  const account = page.getByRole('list', { name: 'What Twilio says about the account' })
  await expect(account.getByRole('listitem')).toHaveCount(2)
  await expectUsable(stage)
  clinic.sending = [check('numberRegistration', { number: billing!, found: 'Its campaign is approved.' })]
  await update()
  await page.getByRole('button', { name: 'Check again with Twilio' }).click()
  await expect(line('Billing')).not.toContainText(UNREGISTERED.found)
  await expect(account).toBeHidden()
  // A visit within minutes asks nothing again.
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('link', { name: 'Numbers' }).click()
  await expect(line('Billing')).toContainText('Its campaign is approved.')
  await expect.poll(() => sent(page, 'diagnostics.sending')).toHaveLength(2)
  await refuse(page, 'diagnostics.sending')
  await page.getByRole('button', { name: 'Check again with Twilio' }).click()
  await expect(page.getByRole('alert')).toHaveText('Couldn’t check with Twilio whether the numbers may text.')
}

async function sendingInSetup(stage: Stage) {
  const { page, clinic, come } = stage
  for (const line of clinic.lines) Object.assign(line, { disabled: true })
  clinic.sending = [
    check('countries', UNKNOWN),
    ...clinic.lines.map((number) => check('numberRegistration', { ...UNREGISTERED, number })),
  ]
  await come('/admin/setup')
  const step = page.getByRole('listitem', { name: 'First number' })
  await expect(step.getByText(UNREGISTERED.found)).toHaveCount(2)
  await expect(step.getByRole('link', { name: 'How to allow countries' })).toBeVisible()
  await expectUsable(stage)
}

/** Each screen warns, and offers to choose who answers. */
async function unanswered({ page, clinic, come, look, update, announce }: Stage, address: string, noticed: string) {
  const billing = clinic.lines.find(({ name }) => name === 'Billing')!
  billing.assignedUsers = []
  const fix = { kind: 'assignUsers', label: 'Choose who answers' } as const
  const found = { found: 'No one gets its texts: they wait under Unclaimed.', advice: 'Choose.', fix }
  clinic.checks = [check('numberAnswered', { number: billing, state: 'warning', ...found })]
  await come(address)
  const warning = page.getByRole('listitem').filter({ hasText: 'Billing' }).filter({ hasText: noticed })
  await expect(warning.first()).toBeVisible()
  await look()
  await page.getByRole('button', { name: /^Choose who answers/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Default Assigned users' })
  await dialog.getByRole('switch', { name: 'Mei Tanaka' }).check()
  clinic.checks = [check('numberAnswered', { number: billing })]
  await update()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await announce(eventWithoutData(clinic.me.tenantId, 'PhoneNumbersUpdated'))
  await expect(warning).toHaveCount(0)
}
