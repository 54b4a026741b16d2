import { newChat, openNewChat } from '../pages/new-chat.ts'
import { addContacts } from './arrange.ts'
import { hold, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Member picker: no match', ({ stage }) => nobodyMatches(stage))
test('Member picker: searching', ({ stage }) => searching(stage))
test('Member picker: search failed', ({ stage }) => searchFailed(stage))
test('Member picker: more loading', ({ stage }) => moreLoading(stage))
test('Member picker: more failed', ({ stage }) => moreFailed(stage))

async function nobodyMatches(stage: Stage) {
  await stage.come()
  const modal = await openNewChat(stage.page)
  await modal.members.pressSequentially('xylophone')
  await expect(stage.page.getByRole('option')).toHaveText('No matches. Use Create Mobile to add a new contact.')
  await stage.look()
}

async function searching(stage: Stage) {
  makeMany(stage)
  await stage.come()
  const modal = await openNewChat(stage.page)
  const letGo = await hold(stage.page, 'numbers.search')
  await modal.members.pressSequentially('caller')
  // Contacts that are already loaded can be chosen during the search.
  await expect(stage.page.getByRole('option').first()).toContainText('Caller 000')
  await expect(stage.page.getByRole('option', { name: 'Searching…' })).toHaveCount(0)
  await modal.members.fill('caller 119')
  await expect(stage.page.getByRole('option')).toHaveText('Searching…')
  await stage.look()
  await letGo()
  await expect(stage.page.getByRole('option')).toContainText('Caller 119')
  await stage.page.keyboard.press('Enter')
  await expect(modal.chosen.filter({ hasText: 'Caller 119' })).toBeVisible()
  await expect(modal.members).toHaveValue('')
}

async function searchFailed(stage: Stage) {
  makeMany(stage)
  await stage.come()
  const modal = await openNewChat(stage.page)
  const allow = await refuse(stage.page, 'numbers.search')
  await modal.members.pressSequentially('caller 119')
  await expect(stage.page.getByRole('option')).toHaveText('People couldn’t be loaded.')
  await stage.look()
  await allow()
  await loadAgain(stage, modal)
  await expect(stage.page.getByRole('option')).toContainText('Caller 119')
}

/** Retry is in the form, below the list. */
async function loadAgain({ page }: Stage, { problem, members }: ReturnType<typeof newChat>) {
  await page.keyboard.press('Escape')
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(problem).toBeHidden()
  await members.click()
}

/** The list at the end of its first page. */
async function toEndOfPeople(stage: Stage) {
  await stage.come()
  const modal = newChat(stage.page)
  await modal.open()
  // Default users of the line are chosen already, and not offered.
  await modal.remove('Omar Haddad')
  await modal.members.click()
  const options = stage.page.getByRole('option')
  await expect(options.filter({ hasText: 'Caller 001' })).toBeAttached()
  return {
    modal,
    options,
    scroll: () => stage.page.getByRole('listbox').evaluate((list) => list.scrollTo({ top: list.scrollHeight })),
  }
}

async function moreLoading(stage: Stage) {
  makeMany(stage)
  const { options, scroll } = await toEndOfPeople(stage)
  const letGo = await hold(stage.page, 'numbers.search')
  await scroll()
  await expect(options.last()).toHaveText('Loading people…')
  await scroll()
  await stage.look()
  await letGo()
  await expect(options.filter({ hasText: 'Caller 099' })).toBeAttached()
  // Options after the contacts appear once all contacts are loaded.
  await expect(options.filter({ hasText: 'Omar Haddad' })).not.toBeAttached()
  await scroll()
  await expect(options.filter({ hasText: 'Omar Haddad' })).toBeAttached()
  await expect(options.filter({ hasText: /Caller/ })).toHaveCount(120)
}

async function moreFailed(stage: Stage) {
  makeMany(stage)
  const { modal, options, scroll } = await toEndOfPeople(stage)
  const allow = await refuse(stage.page, 'numbers.search')
  await scroll()
  await expect(options.last()).toHaveText('People couldn’t be loaded.')
  await scroll()
  await stage.look()
  await allow()
  await loadAgain(stage, modal)
  await expect(options.filter({ hasText: 'Caller 099' })).toBeAttached()
}

/** Contacts of three pages. */
function makeMany({ clinic }: Stage) {
  const three = (index: number) => String(index).padStart(3, '0')
  const callers = Array.from({ length: 120 }, (_, at) => ({
    name: `Caller ${three(at)}`,
    number: `+12025556${three(at)}`,
  }))
  clinic.contacts = []
  addContacts(clinic, callers)
}
