import { moveTo } from '../pages/keyboard.ts'
import { REASON, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Organization: a preview of texts', ({ stage }) => preview(stage))
test('Organization: allowed countries', ({ stage }) => countries(stage))
test('Organization: long names of countries', ({ stage }) => longNames(stage))
test('Organization: default country', ({ stage }) => defaultCountry(stage))
test('Organization: the fields of its cards have one width', ({ stage }) => widths(stage))

async function open({ page, come }: Stage) {
  await come('/admin')
  const card = page.getByRole('region', { name: 'Organization', exact: true })
  await card.waitFor()
  return { card, save: card.getByRole('button', { name: 'Save' }) }
}

async function widths(stage: Stage) {
  const { card } = await open(stage)
  const country = await card.getByRole('combobox', { name: 'Default country' }).locator('xpath=..').boundingBox()
  const zone = stage.page.getByRole('combobox', { name: 'Time zone' }).locator('xpath=..')
  expect(await zone.boundingBox()).toMatchObject({ x: country!.x, width: country!.width })
  await stage.page.getByRole('button', { name: 'Add holiday' }).click()
  const days = ['First day', 'Last day'].map((name) => stage.page.getByLabel(name).boundingBox())
  const [first, last] = await Promise.all(days)
  expect(last?.y).toBe(first?.y)
}

async function preview(stage: Stage) {
  const { card, save } = await open(stage)
  await expect(save).toBeDisabled()
  await card.getByRole('switch', { name: 'Sign texts with the sender’s name' }).check()
  await expect(card.getByText('Your appointment is on Thursday at 9:30.')).toHaveText(/9:30\.\n- Dana Cole$/)
  await expect(save).toBeEnabled()
}

async function countries(stage: Stage) {
  const { page, look } = stage
  const { card, save } = await open(stage)
  const tags = card.getByRole('toolbar', { name: 'Countries that are allowed' })
  const any = card.getByRole('radio', { name: 'Any country your Twilio account can text' })
  await expect(any).toBeChecked()
  await moveTo(page, any)
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
  await look()
  const allow = await refuse(page, 'settings.updateTenant')
  await save.click()
  await expect(card.getByRole('alert')).toContainText(REASON)
  await expect(tags).toContainText('Canada')
  await allow()
  await save.click()
  await expect(save).toBeDisabled()

  await page.getByRole('link', { name: 'Contact settings' }).click()
  await page.getByRole('button', { name: 'Add contact' }).click()
  const add = page.getByRole('dialog', { name: 'Add mobile number' })
  await add.getByRole('textbox', { name: 'Number' }).fill('+44 20 7946 0018')
  await add.getByRole('textbox', { name: 'Name' }).fill('Ann')
  await add.getByRole('button', { name: 'Add' }).click()
  await expect(add.getByRole('alert')).toContainText('Texts to United Kingdom are not allowed.')
  await expect(add.getByRole('alert')).toContainText('under Organization')
  await expect(add.getByRole('textbox', { name: 'Name' })).toHaveValue('Ann')
}

async function longNames(stage: Stage) {
  stage.clinic.settings.allowedCountries = ['US', 'CA', 'GB', 'VC', 'FK', 'DE']
  const { card } = await open(stage)
  await expect(card.getByText('St. Vincent & Grenadines')).toBeVisible()
  await expectUsable(stage)
}

async function defaultCountry(stage: Stage) {
  const { card, save } = await open(stage)
  const country = card.getByRole('combobox', { name: 'Default country' })
  const choose = async (name: string) => {
    await country.click()
    await stage.page.getByRole('option', { name, exact: true }).click()
    await expect(country).toHaveText(name)
  }
  await expect(country).toHaveText('United States')
  await choose('United Kingdom')
  await save.click()
  await expect(save).toBeDisabled()
  await choose('Germany')
  await expect(save).toBeEnabled()
}
