import { signIn as signInToApi } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { DANA } from '../pages/arrange.ts'
import { forgive } from '../pages/complaints.ts'
import { moveTo } from '../pages/keyboard.ts'
import { answer, REASON, refuse, wholeAnswer } from '../pages/network.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { expect, test } from '../test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const REFUSALS = /the server responded with a status of (400|409)/

test.afterEach(async () => {
  const dana = await signInToApi(appUrl(), DANA)
  const body = { name: 'Lakeside Clinic', addSignature: false, defaultCountry: 'US', allowedCountries: null }
  await dana.get('settings.updateTenant', { body })
})

test('an Admin sets the allowed countries, and others are refused with how to allow them', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  const { section, dialog } = await openAdmin(page, '/admin')
  const card = section('Organization')
  const save = card.getByRole('button', { name: 'Save' })
  const tags = card.getByRole('toolbar', { name: 'Countries that are allowed' })
  await expect(card.getByRole('radio', { name: 'Any country your Twilio account can text' })).toBeChecked()
  await moveTo(page, card.getByRole('radio', { name: 'Any country your Twilio account can text' }))
  await page.keyboard.press('ArrowDown')
  await expect(tags).toContainText('United States')
  await card.getByRole('button', { name: 'United States Remove' }).click()
  await expect(tags).toBeHidden()
  await save.click()
  await expect(card.getByRole('alert')).toContainText('Choose at least one country, or allow all.')

  const find = card.getByRole('combobox', { name: 'Allowed countries' })
  await find.pressSequentially('atlantis')
  await expect(page.getByRole('menuitemcheckbox', { name: 'No country found' })).toBeVisible()
  await find.fill('')
  await find.pressSequentially('united st')
  await page.getByRole('menuitemcheckbox', { name: 'United States', exact: true }).click()
  await find.pressSequentially('canada')
  await page.getByRole('menuitemcheckbox', { name: 'Canada' }).click()
  await page.keyboard.press('Escape')
  await expect(tags).toContainText('Canada')
  await expect(card.getByRole('alert')).toBeHidden()
  await expectAccessible({ page, frame: page })
  await refuse(page, 'settings.updateTenant')
  await save.click()
  await expect(card.getByRole('alert')).toContainText(REASON)
  await expect(tags).toContainText('Canada')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await save.click()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(tags).toContainText('Canada')

  await page.getByRole('link', { name: 'Contacts' }).click()
  await section('Contacts').getByRole('button', { name: 'Add contact' }).click()
  const add = dialog('Add mobile number')
  await add.getByRole('textbox', { name: 'Number' }).fill('+44 20 7946 0018')
  await add.getByRole('textbox', { name: 'Name' }).fill('Ann')
  await add.getByRole('button', { name: 'Add' }).click()
  await expect(add.getByRole('alert')).toContainText('Texts to United Kingdom are not allowed.')
  await expect(add.getByRole('alert')).toContainText('under Organization')
  await expect(add.getByRole('textbox', { name: 'Name' })).toHaveValue('Ann')
  forgive(complaints, REFUSALS)
})

test('numbers without a country code belong to the default country', async ({ openBrowser }) => {
  const page = await openBrowser()
  const { section, choose } = await openAdmin(page, '/admin')
  const card = section('Organization')
  const country = card.getByRole('combobox', { name: 'Default country' })
  await expect(country).toHaveText('United States')
  await choose('Default country', 'United Kingdom')
  await expect(country).toHaveText('United Kingdom')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('button', { name: 'Save' })).toBeDisabled()
  const dana = await signInToApi(appUrl(), DANA)
  expect((await dana.get('users.me')).defaultCountry).toBe('GB')
  await choose('Default country', 'Germany')
  await expect(card.getByRole('button', { name: 'Save' })).toBeEnabled()
})

for (const scheme of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { contrast: 'more' }] as const) {
  test(`at 390 px the countries fit, ${JSON.stringify(scheme)}`, async ({ openBrowser }) => {
    const dana = await signInToApi(appUrl(), DANA)
    const allowedCountries = ['US', 'CA', 'GB', 'VC', 'FK', 'DE']
    await dana.get('settings.updateTenant', { body: { name: 'Lakeside Clinic', allowedCountries } })
    const page = await openBrowser({ ...PHONE, ...scheme, reducedMotion: 'reduce' })
    const { section } = await openAdmin(page, '/admin')
    await expect(section('Organization').getByText('St. Vincent & Grenadines')).toBeVisible()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })
}

test('a line shows what it can send, where its texts go, and what using it would replace', async ({ openBrowser }) => {
  const page = await openBrowser()
  const elsewhere = 'Texts to this number go to https://other.example/sms now.'
  await answer(page, 'settings.tenant', async (route) => {
    const { body } = await wholeAnswer<{ twilioNumbers: { name: string }[] }>(route)
    for (const number of body.data.twilioNumbers) if (number.name === 'Spare line') Object.assign(number, { elsewhere })
    await route.fulfill({ json: body })
  })
  const { number, dialog } = await openAdmin(page, '/admin/twilio')
  await expect(number('Front desk')).toContainText('SMS, MMS')
  await expect(number('Front desk')).toContainText('Texts to it reach Partyline')
  await expect(number('Spare line')).toContainText(elsewhere)
  await number('Spare line').getByRole('button', { name: 'Use' }).click()
  const use = dialog('Use Twilio number')
  await expect(use.getByRole('heading', { name: 'What this replaces' })).toBeVisible()
  await expect(use).toContainText('https://other.example/sms')
  await expectAccessible({ page, frame: page })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
