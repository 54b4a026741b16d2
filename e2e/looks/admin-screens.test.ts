import { contact } from '@partyline/web/looks'
import type { AdminAddress } from '../pages/admin-page.ts'
import { makeNew } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

/** Every screen with content, of an established organization and of a new one. */
const ESTABLISHED: Partial<Record<AdminAddress | '/connection' | '/notifications', string[]>> = {
  '/admin': ['Organization', 'Opening hours', 'Microsoft 365', 'Archive'],
  '/admin/setup': ['Set up Partyline'],
  '/admin/people': ['People'],
  '/admin/contacts': ['Fields of contacts', 'Consent', 'Mobile numbers'],
  '/admin/twilio': ['Twilio account', 'Twilio numbers'],
  '/admin/diagnostics': [
    'Diagnostics',
    'Twilio account',
    'Numbers',
    'Our address',
    'Texts',
    'Microsoft 365',
    'This browser',
  ],
  '/admin/webhooks': ['Webhooks', 'Log'],
  '/admin/keys': ['API keys'],
  '/admin/legal-holds': ['Legal holds'],
  '/admin/log': ['Rejected messages', 'Audit log'],
  '/connection': ['This browser', 'Texts'],
  '/notifications': ['This device', 'When', 'Teams', 'Why you were or weren’t notified', 'Devices with push'],
}
const NEW: typeof ESTABLISHED = {
  '/admin/setup': ['Set up Partyline'],
  '/admin': ['Organization', 'Opening hours', 'Microsoft 365', 'Archive'],
  '/admin/contacts': ['Fields of contacts', 'Consent', 'Mobile numbers'],
  '/admin/twilio': ['Twilio account'],
}

for (const [address, titles] of Object.entries(ESTABLISHED)) {
  test(`Screen: ${address}`, ({ stage }) => screen(stage, address, titles))
}
for (const [address, titles] of Object.entries(NEW)) {
  test(`Screen: ${address} of a new organization`, ({ stage }) => {
    makeNew(stage.clinic)
    return screen(stage, address, titles)
  })
}
test('Contacts: a long name on a phone', ({ stage }) => longName(stage))
test('People: on a phone, someone who has left takes no room from the names', ({ stage }) => left(stage))
test('Administration: on a phone, buttons and tabs are 40 px high', ({ stage }) => fingers(stage))

async function screen(stage: Stage, address: string, titles: string[]) {
  const { page, clinic, come } = stage
  clinic.rejected.push({
    from: '+12025550142',
    to: '+12025550100',
    receivedOn: '2026-11-20T09:00:00.000Z',
    reason: 'contact disabled',
    text: 'Hello?',
  })
  await come(address)
  const headings = page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(titles)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect.poll(() => lowTargets(stage, 24)).toEqual([])
  await expectUsable(stage)
}

/** The buttons and links that are lower than this, in pixels. */
const lowTargets = ({ page }: Stage, height: number) =>
  page
    .locator('button:visible, a:visible')
    .evaluateAll(
      (all, least) =>
        all.filter((one) => one.getBoundingClientRect().height < least).map(({ textContent }) => textContent),
      height,
    )

async function left(stage: Stage) {
  const { page, clinic, come } = stage
  Object.assign(clinic.users.at(-1)!, { disabled: true, leftDirectoryAt: '2026-11-20T09:00:00.000Z' })
  await page.setViewportSize({ width: 390, height: 844 })
  await come('/admin/people')
  const name = page.getByRole('rowheader', { name: 'Omar Haddad' })
  await expect(name).toHaveText('Omar HaddadUser · Has left the organization')
  expect((await name.boundingBox())?.width).toBeGreaterThan(160)
}

async function fingers(stage: Stage) {
  const { page, come } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  await come('/admin/people')
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect.poll(() => lowTargets(stage, 40)).toEqual([])
}

/** It wraps between words, with the number below it. */
async function longName({ page, clinic, come }: Stage) {
  clinic.contacts = [contact(1, 'Bartholomew Featherstonehaugh', '+12025550962')]
  await page.setViewportSize({ width: 390, height: 844 })
  await come('/admin/contacts')
  const name = page.getByRole('rowheader', { name: 'Bartholomew Featherstonehaugh' })
  await expect(name).toHaveText('Bartholomew Featherstonehaugh(202) 555-0962')
  // A word on a single line has one rectangle.
  const lines = await name.evaluate(({ firstChild: words, ownerDocument }) => {
    const range = ownerDocument.createRange()
    const written = words?.textContent ?? ''
    return written.split(' ').map((word: string) => {
      const from = written.indexOf(word)
      if (words) range.setStart(words, from)
      if (words) range.setEnd(words, from + word.length)
      return range.getClientRects().length
    })
  })
  expect(lines).toEqual([1, 1])
}
