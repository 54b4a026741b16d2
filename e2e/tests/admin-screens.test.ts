import { signIn } from '@partyline/driver'
import type { Locator, Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import type { AdminAddress } from '../pages/admin-page.ts'
import { DANA } from '../pages/arrange.ts'
import { answer } from '../pages/network.ts'
import { setupPrompts } from '../pages/setup.ts'
import { takeSession } from '../pages/sign-in.ts'
import { expectUsable } from '../pages/sizes.ts'
import { expect, test } from '../test.ts'

type Screen = { address: AdminAddress; name: string; regions: string[] }

/** Every screen with content, of an established organization and of a new one. */
const SCREENS: readonly Screen[] = [
  { address: '/admin', name: 'Dana Cole', regions: ['Organization', 'Opening hours', 'Microsoft 365'] },
  { address: '/admin/people', name: 'Dana Cole', regions: ['People'] },
  { address: '/admin/contacts', name: 'Dana Cole', regions: ['Contacts'] },
  { address: '/admin/twilio', name: 'Dana Cole', regions: ['Twilio account', 'Twilio numbers'] },
  {
    address: '/admin/diagnostics',
    name: 'Dana Cole',
    regions: ['Diagnostics', 'Twilio account', 'Numbers', 'Our address', 'Texts', 'Microsoft 365', 'This browser'],
  },
  { address: '/admin/log', name: 'Dana Cole', regions: ['Rejected messages', 'Audit log'] },
  { address: '/admin/setup', name: 'Priya Raman', regions: ['Set up Partyline'] },
  { address: '/admin', name: 'Priya Raman', regions: ['Organization', 'Opening hours', 'Microsoft 365'] },
  { address: '/admin/contacts', name: 'Priya Raman', regions: ['Contacts'] },
  { address: '/admin/twilio', name: 'Priya Raman', regions: ['Twilio account'] },
]

const REJECTED = {
  from: '+12025550142',
  to: '+12025550100',
  receivedOn: '2026-11-20T09:00:00.000Z',
  reason: 'contact disabled',
  text: 'Hello?',
}

for (const { address, name, regions } of SCREENS) {
  test(`${address} of ${name} is accessible at every size in every theme`, async ({ openBrowser }) => {
    const page = await openBrowser({ reducedMotion: 'reduce' })
    await answer(page, 'settings.rejectedMessages', (route) =>
      route.fulfill({
        json: { operation: 'settings.rejectedMessages', message: null, details: null, data: [REJECTED] },
      }),
    )
    await openAdmin(page, address, name)
    await expect.poll(() => titlesOf(page)).toEqual(regions)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectUsable({ page, frame: page }, `${address} of ${name}`)
  })
}

const titlesOf = async (page: Page) => {
  const regions = await page.getByRole('main').getByRole('region').all()
  return Promise.all(regions.map((region: Locator) => region.getByRole('heading', { level: 2 }).innerText()))
}

test('the first prompts for an Admin are accessible at every size in every theme', async ({ openBrowser }) => {
  const page = await openBrowser({ reducedMotion: 'reduce' })
  await takeSession(page, 'Priya Raman')
  await page.goto(appUrl())
  for (const prompt of Object.values(setupPrompts(page))) {
    await expect(prompt).toBeVisible()
    await expectUsable({ page, frame: page }, `first question ${await prompt.getByRole('heading').innerText()}`)
    await prompt.getByRole('button', { name: 'Not now' }).click()
    await expect(prompt).toBeHidden()
  }
})

test('on a phone, a long name wraps between words, with the number below it', async ({ openBrowser }) => {
  const dana = await signIn(appUrl(), DANA)
  const body = { name: 'Bartholomew Featherstonehaugh', number: '+12025550962' }
  const [added] = await dana.get('numbers.addMobile', { body })
  const page = await openBrowser({ viewport: { width: 390, height: 844 } })
  await openAdmin(page, '/admin/contacts')
  const name = page.getByRole('rowheader', { name: body.name })
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
  await dana.get('settings.deleteMobileNumber', { params: { numberId: added?.id ?? '' } })
})
