import { check } from '@partyline/web/looks'
import { DIAGNOSTICS_LINKS } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { addChat, arrive } from './arrange.ts'
import { REASON, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Setup: opening hours, and a text from the own phone are asked for', ({ stage }) => hours(stage))
test('Setup: it ends when a text has come in, and the answer is on the phone', ({ stage }) => trial(stage))
test('Setup: an answer that US carriers refuse', ({ stage }) => refused(stage))
test('Setup: an organization at work has nothing left to do', ({ stage }) => atWork(stage))

const PHONE = { name: '+12025550142', number: '+12025550142' }
const step = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true })
const TRIAL = 'A text from your phone'
const STRANGER = { name: 'Walter Quist', number: '+12025550199' }

/** A number is in use, and nobody has texted. */
function makeReady({ clinic }: Stage) {
  clinic.chats = []
  Object.assign(clinic.serverState, { lastReportOn: null, lastDeliveredOn: null, lastTextOn: null })
}

async function hours(stage: Stage) {
  const { page, come } = stage
  makeReady(stage)
  await come('/admin/setup')
  await expect(page.getByText('4 of 6 steps done')).toBeVisible()
  const open = step(page, 'Opening hours')
  await expect(open).toContainText('Next')
  await expect(step(page, TRIAL)).toContainText('(202) 555-0100')
  await expect(step(page, TRIAL)).toContainText('Waiting for your text…')
  await expectUsable(stage)
  await open.getByRole('radio', { name: 'At these times' }).check()
  await open.getByRole('button', { name: 'Save' }).click()
  await expect(open).toContainText('Done')
  await expect(step(page, TRIAL)).toContainText('Next')
  await expect.poll(() => sent(page, 'settings.updateTenant')).toHaveLength(1)
  await step(page, TRIAL).getByRole('button', { name: 'Do this later' }).click()
  await expect(page).toHaveURL(/\/$/)
}

async function trial(stage: Stage) {
  const { page, clinic, come, update } = stage
  makeReady(stage)
  await come('/admin/setup')
  const own = step(page, TRIAL)
  await expect(own).toContainText('Waiting for your text…')
  const other = addChat(clinic, { name: STRANGER.name, contacts: [STRANGER] })
  await arrive(stage, other, STRANGER.name, 'Are you open?')
  await expect(own).toContainText('A text from (202) 555-0199 has arrived')
  await own.getByRole('button', { name: 'Not mine' }).click()
  await expect(own).toContainText('Waiting for your text…')
  const chat = addChat(clinic, { name: PHONE.name, contacts: [PHONE] })
  await arrive(stage, chat, PHONE.name, 'Hello, desk!')
  await expect(own).toContainText('A text from (202) 555-0142 has arrived')
  await expect(own).toContainText('Hello, desk!')
  await expectUsable(stage)
  const undo = await refuse(page, 'messages.send')
  await own.getByLabel('Your answer').fill('Hello, phone!')
  await own.getByRole('button', { name: 'Send' }).click()
  await expect(own.getByRole('alert')).toContainText(REASON)
  await undo()
  const now = new Date().toISOString()
  Object.assign(clinic.serverState, { lastTextOn: now, lastDeliveredOn: now })
  await update()
  await own.getByLabel('Your answer').press('Enter')
  await expect(page.getByText('Partyline is set up', { exact: true })).toBeVisible()
  await expect(page.getByText('A text came in from a phone, and an answer reached it.')).toBeVisible()
  // Both tries have the same key, so that the phone gets one text.
  const keys = (await sent(page, 'messages.send')).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  await expectUsable(stage)
}

async function refused(stage: Stage) {
  const { page, clinic, come, update } = stage
  makeReady(stage)
  const number = clinic.lines[0]!
  const found = 'It isn’t registered: it belongs to no A2P 10DLC campaign.'
  clinic.sending = [
    check('numberRegistration', {
      number,
      state: 'failed',
      found,
      advice: 'Register it.',
      link: DIAGNOSTICS_LINKS.campaign,
    }),
  ]
  await come('/admin/setup')
  const own = step(page, TRIAL)
  await expect(own).toContainText(found)
  const chat = addChat(clinic, { name: PHONE.name, contacts: [PHONE] })
  await arrive(stage, chat, PHONE.name, 'Hello, desk!')
  await own.getByLabel('Your answer').fill('Hello, phone!')
  await own.getByLabel('Your answer').press('Enter')
  await expect(own).toContainText('You answered')
  const answer = (await sentAnswer(page))!
  const failed = { status: 'undelivered', errorCode: 30_034, errorText: 'This number is not registered.' } as const
  chat.messages.push({
    ...chat.messages[0]!,
    id: '019a0000-0000-7000-8000-0000000009f9' as never,
    text: answer,
    sentBy: chat.members[0]!.id,
    delivery: [{ ...chat.messages[0]!.delivery[0]!, memberId: chat.members.at(-1)!.id, ...failed }] as never,
  })
  await update()
  await expect(own).toContainText('Not delivered')
  await expect(own.getByLabel('Your answer')).toBeVisible()
  await expectUsable(stage)
}

const sentAnswer = async (page: Page) => {
  const [one] = await sent(page, 'messages.send')
  return (one?.form as { Message: string } | undefined)?.Message
}

async function atWork({ page, clinic, come }: Stage) {
  Object.assign(clinic.serverState, { lastReportOn: null, lastDeliveredOn: null, lastTextOn: null })
  await come('/admin')
  await expect(page.getByRole('link', { name: 'Log', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Setup' })).toBeHidden()
}
