import { CONTACT_TEXTS, SEEN_TEXTS } from '@partyline/contract'
import { moveTo } from '../pages/keyboard.ts'
import { sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { addPeople, PLAN, VISITS } from './people.ts'
import { expectUsable } from './sizes.ts'

test('Fields of contacts: edited', ({ stage }) => edited(stage))
test('Fields of contacts: the first one', ({ stage }) => first(stage))
test('Fields of contacts: refused by the server', ({ stage }) => refused(stage))
test('Fields of contacts: someone else changes them', ({ stage }) => conflict(stage))

async function come({ page, come: open }: Stage) {
  await open('/admin/contacts')
  const card = page.getByRole('region', { name: 'Fields of contacts' })
  const list = card.getByRole('list', { name: 'Fields' })
  return {
    card,
    rows: list.getByRole('listitem'),
    name: (index: number) => list.getByRole('textbox', { name: `Name of field ${index}`, exact: true }),
    button: (name: string) => card.getByRole('button', { name, exact: true }),
  }
}

async function edited(stage: Stage) {
  const { page, clinic } = stage
  addPeople(clinic)
  const { rows, name, button, card } = await come(stage)
  await expect(rows).toHaveCount(4)
  await expect(button('Save')).toHaveAttribute('aria-disabled', 'true')
  await expectUsable(stage)
  await button('Move Visits up').click()
  await expect(name(1)).toHaveValue('Visits')
  // The field is the first one: only the way down is left.
  await expect(button('Move Visits down')).toBeFocused()
  await button('Remove Doctor').click()
  await expect(card).toContainText('Values of “Doctor” will no longer be shown once you save.')
  await expect(name(3)).toBeFocused()
  await card.getByRole('textbox', { name: 'Options of Plan' }).fill('Gold\nBronze')
  await expectUsable(stage)
  await button('Save').click()
  await expect(page.getByText('Saved').first()).toBeVisible()
  await expect(rows).toHaveCount(3)
  const [request] = await sent(page, 'contactFields.update')
  expect(request?.body).toMatchObject({
    fields: [VISITS, { ...PLAN, choices: ['Gold', 'Bronze'] }, { name: 'Birthday' }],
  })
}

async function first(stage: Stage) {
  const { page, look } = stage
  const { card, button, name } = await come(stage)
  await expect(card).toContainText('No fields yet.')
  await look()
  await moveTo(page, button('Add field'))
  await page.keyboard.press('Enter')
  await expect(name(1)).toBeFocused()
  await page.keyboard.type('Room')
  await card.getByRole('combobox', { name: 'Type of Room' }).selectOption('Number')
  await name(1).press('Enter')
  await expect(card.getByRole('combobox', { name: 'Type of Room' })).toBeDisabled()
  await expect
    .poll(() => sent(page, 'contactFields.update'))
    .toMatchObject([{ body: { fields: [{ name: 'Room', kind: 'number', choices: [] }], seen: { fields: [] } } }])
}

async function refused(stage: Stage) {
  const { clinic, look } = stage
  addPeople(clinic)
  const { card, button, name } = await come(stage)
  await name(1).fill(' ')
  await button('Save').click()
  await expect(name(1)).toHaveAccessibleDescription(/Name should be defined/)
  await expect(name(1)).toBeFocused()
  await name(1).fill('visits')
  await button('Save').click()
  await expect(name(2)).toHaveAccessibleDescription(CONTACT_TEXTS.sameField)
  await look()
  await name(1).fill('Plan')
  await card.getByRole('textbox', { name: 'Options of Plan' }).fill('')
  await button('Save').click()
  await expect(card.getByRole('textbox', { name: 'Options of Plan' })).toHaveAccessibleDescription(
    new RegExp(CONTACT_TEXTS.choices),
  )
}

async function conflict(stage: Stage) {
  const { clinic, update, announce, look } = stage
  addPeople(clinic)
  const { card, button, name, rows } = await come(stage)
  await name(4).fill('Physician')
  clinic.contactFields = clinic.contactFields.slice(0, 3)
  await update()
  const { tenantId } = clinic.me
  await announce({ tenantId, area: 'Settings', kind: 'PhoneNumbersUpdated', chatId: null, version: null, data: null })
  await expect(card).toContainText(SEEN_TEXTS.changedInForm(['fields']))
  await look()
  await button(SEEN_TEXTS.takeTheirs).click()
  await expect(rows).toHaveCount(3)
}
