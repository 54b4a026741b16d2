import { snippets } from '../pages/snippets.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { addUser, comeToChat, offer, userId } from './note-chat.ts'
import { expectUsable } from './sizes.ts'

test('Mention: who is offered', ({ stage }) => offered(stage))
test('Mention: people are loading', ({ stage }) => mentionsLoading(stage))
test('Mention: people can’t be loaded', ({ stage }) => mentionsFailed(stage))
test('Mention: only what is still in the text counts', ({ stage }) => mentionRemoved(stage))
test('Mention: typed by hand', ({ stage }) => typedByHand(stage))
test('Mention: ordinary text, and Escape', ({ stage }) => ordinaryText(stage))
test('Mention: a colleague who is not in the chat can be added', ({ stage }) => addedMember(stage))
test('Mention: several who are not in the chat', ({ stage }) => addedSeveral(stage))

async function offered(stage: Stage) {
  const { page } = stage
  addUser(stage, 'Zoë O’Brien')
  addUser(stage, 'Gone Gary', { disabled: true })
  const { text, noteMode, options, option } = await comeToChat(stage, { team: ['Omar Haddad'] })
  await noteMode.click()
  await text.pressSequentially('@')
  await expect(options).toHaveText([
    /Omar Haddad$/,
    /Everyone in this chat$/,
    /Mei Tanaka.*Not in this chat$/,
    /Zoë O’Brien.*Not in this chat$/,
  ])
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(text).toBeFocused()
  await expectUsable(stage)
  await text.pressSequentially('OBR')
  await expect(options).toHaveText([/Zoë O’Brien/])
  await page.keyboard.press('Tab')
  await expect(text).toHaveValue('@Zoë O’Brien ')
  await text.pressSequentially('and @every')
  await option('Everyone in this chat').click()
  await expect(text).toHaveValue('@Zoë O’Brien and @everyone ')
  await text.pressSequentially('@')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(option('Zoë O’Brien')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await text.press('Enter')
  await expect(text).toHaveValue('')
  await expect
    .poll(() => sent(page, 'notes.add'))
    .toMatchObject([{ body: { mentions: [userId(stage, 'Zoë O’Brien'), 'everyone'] } }])
}

async function mentionsLoading(stage: Stage) {
  const { page } = stage
  const { text, noteMode } = await comeToChat(stage, { team: ['Mei Tanaka'] })
  const letGo = await hold(page, 'users.list')
  await noteMode.click()
  await text.pressSequentially('@mei')
  await expect(page.getByText('Loading people')).toBeAttached()
  // Enter is meant for the list that is about to appear.
  await text.press('Enter')
  await expect(text).toHaveValue('@mei')
  await stage.look()
  await letGo()
  await expect(text).toHaveValue('@Mei Tanaka ')
  expect(await sent(page, 'notes.add')).toEqual([])
}

async function mentionsFailed(stage: Stage) {
  const { page } = stage
  const { text, noteMode, option } = await comeToChat(stage, { team: ['Mei Tanaka'] })
  const allow = await refuse(page, 'users.list')
  await noteMode.click()
  await text.pressSequentially('@mei')
  await expect(page.getByRole('alert')).toContainText('People couldn’t be loaded.')
  await stage.look()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await option('Mei Tanaka').click()
  await expect(text).toHaveValue('@Mei Tanaka ')
}

async function mentionRemoved(stage: Stage) {
  const { page } = stage
  const { text, noteMode } = await comeToChat(stage, { team: ['Mei Tanaka', 'Omar Haddad'] })
  await noteMode.click()
  for (const typed of ['@mei', '@omar']) {
    await text.pressSequentially(typed)
    await text.press('Enter')
  }
  await expect(text).toHaveValue('@Mei Tanaka @Omar Haddad ')
  await text.fill('@Omar Haddad and Mei')
  await text.press('Enter')
  await expect(text).toHaveValue('')
  await expect
    .poll(() => sent(page, 'notes.add'))
    .toMatchObject([{ body: { mentions: [userId(stage, 'Omar Haddad')] } }])
}

/** Names that are typed to the end are mentions, too. */
async function typedByHand(stage: Stage) {
  const { page } = stage
  const { text, noteMode } = await comeToChat(stage)
  await noteMode.click()
  await text.fill('@omar and @everyone, please call @Mei Tanaka')
  await text.press('Enter')
  await expect(text).toHaveValue('')
  const mentions = ['everyone', userId(stage, 'Omar Haddad'), userId(stage, 'Mei Tanaka')]
  const words = '@Omar Haddad and @everyone, please call @Mei Tanaka'
  await expect.poll(() => sent(page, 'notes.add')).toMatchObject([{ body: { text: words, mentions } }])
}

async function ordinaryText(stage: Stage) {
  const { page } = stage
  const { text, noteMode, options } = await comeToChat(stage, { team: ['Mei Tanaka'] })
  await noteMode.click()
  await text.pressSequentially('Mail a@mei.com, @xyz')
  await expect(options).toHaveCount(0)
  await text.pressSequentially(' @')
  await expect(options).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await text.pressSequentially('mei')
  await expect(options).toHaveCount(0)
  await text.press('Enter')
  await expect(text).toHaveValue('')
  const mentions = [userId(stage, 'Mei Tanaka')]
  await expect
    .poll(() => sent(page, 'notes.add'))
    .toMatchObject([{ body: { text: 'Mail a@mei.com, @xyz @Mei Tanaka', mentions } }])
  // Snippets are there in notes, too.
  await text.pressSequentially('/')
  await expect(snippets(page).options).toHaveCount(1)
}

async function addedMember(stage: Stage) {
  const { page } = stage
  const { text, noteMode, chat } = await comeToChat(stage, { team: ['Mei Tanaka'] })
  await noteMode.click()
  await text.pressSequentially('@omar')
  await text.press('Enter')
  await text.press('Enter')
  await expect(offer(page, 'Omar isn’t in this chat.')).toBeVisible()
  await expectUsable(stage)
  const add = page.getByRole('button', { name: 'Add Omar' })
  const allow = await refuse(page, 'chats.update')
  await add.click()
  await expect(page.getByRole('alert')).toHaveText(`This person couldn’t be added. ${REASON}`)
  await stage.look()
  await allow()
  await add.press('Enter')
  await expect(add).toBeHidden()
  await expect(text).toBeFocused()
  const saved = (await sent(page, 'chats.update')).at(-1) as unknown as { body: { memberIds: string[] } }
  expect(saved.body.memberIds).toEqual([...chat.members.map(({ id }) => id as string), userId(stage, 'Omar Haddad')])
}

async function addedSeveral(stage: Stage) {
  const { page } = stage
  const { text, noteMode } = await comeToChat(stage)
  await noteMode.click()
  for (const typed of ['@omar', '@mei']) {
    await text.pressSequentially(typed)
    await text.press('Enter')
  }
  await text.press('Enter')
  await expect(offer(page, 'Omar and Mei aren’t in this chat.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add them' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer(page, 'Omar and Mei aren’t in this chat.')).toBeHidden()
  await expect(text).toBeFocused()
  expect(await sent(page, 'chats.update')).toEqual([])
}
