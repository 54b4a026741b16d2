import type { Locator } from '@playwright/test'
import { chatPane } from '../pages/chat-pane.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { addChat } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { addPeople } from './people.ts'

test('Discard: a chat’s settings and a new contact in them', ({ stage }) => chatForms(stage))
test('Discard: the tags of contacts', ({ stage }) => contactForms(stage))
test('Discard: a form without changes closes at once', ({ stage }) => unchanged(stage))

const NUMBER = '+12025553192'

/** Escape, Cancel, and Back ask. Keeps the changes, and then discards them. */
async function expectAsks({ page, look }: Stage, form: Locator, field: Locator, typed: string) {
  await field.fill(typed)
  const layer = () => page.evaluate<number>('history.state?.layer ?? 0')
  const formLayer = await layer()
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  const keep = question.getByRole('button', { name: 'Keep editing' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => form.getByRole('button', { name: 'Cancel', exact: true }).click(),
    () => page.goBack(),
  ]) {
    await close()
    await expect(keep).toBeFocused()
    await keep.click()
    await expect(question).toBeHidden()
    await expect.poll(layer).toBe(formLayer)
    await expect(field).toHaveValue(typed)
    await field.focus()
  }
  await page.keyboard.press('Escape')
  await look()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
}

async function openDetails({ page, clinic, come }: Stage) {
  addChat(clinic, { name: 'Ola Norton', contacts: [{ name: NUMBER, number: NUMBER }] })
  const app = await come()
  await app.open('Ola Norton')
  await app.membersButton.click()
  return { app, pane: chatPane(page) }
}

async function chatForms(stage: Stage) {
  const { app, pane } = await openDetails(stage)
  await pane.change.click()
  await pane.settings.getByRole('button', { name: 'Create Mobile' }).click()
  const contact = app.dialog('New External Mobile')
  await expectAsks(stage, contact, contact.getByRole('textbox', { name: 'Name' }), 'Tamsin Hale')
  await expectAsks(stage, pane.settings, pane.name, 'Norton family')
}

async function contactForms(stage: Stage) {
  const { page, clinic, come } = stage
  const { vera } = addPeople(clinic)
  const app = await come('/contacts')
  const contacts = contactsPage(page)
  await contacts.box(vera.name).check()
  await contacts.bar.getByRole('button', { name: 'Add tag' }).click()
  const tags = app.dialog('Add tags to 1 contact')
  await expectAsks(stage, tags, tags.getByRole('combobox', { name: 'Tags' }), 'vip')
}

async function unchanged(stage: Stage) {
  const { page } = stage
  const { pane } = await openDetails(stage)
  await pane.change.click()
  const typed = await pane.name.inputValue()
  await pane.name.fill('Other')
  await pane.name.fill(typed)
  await page.keyboard.press('Escape')
  await expect(pane.settings).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeHidden()
}
