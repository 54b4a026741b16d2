import { arrangeNotes, arrangeTexts } from '../pages/arrange.ts'
import { findBar } from '../pages/find-bar.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a search finds chats by name, member, number, and message, and every match in a chat is reachable', async ({
  openBrowser,
}) => {
  const chat = await arrangeNotes('Keys of the office')
  await arrangeTexts(chat.id, [
    'The quokka has the spare key',
    'Nobody saw it',
    'A quokka is back',
    'Equokka is no word',
  ])
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  for (const [term, group, found, marked] of [
    ['invoice', 'People', 'Henry Okafor, invoice', ['invoice']],
    ['luis', 'People', 'Rivera family · after-visit', ['Luis']],
    ['555-0165', 'People', 'Priya Shah', ['(202) 555-0165']],
    ['bus is on strike', 'Messages', 'Greta Lindqvist', ['bus', 'is', 'on', 'strike']],
  ] as const) {
    await app.search.fill(term)
    const chats = app.list.getByRole('region', { name: group }).getByRole('listitem')
    await expect(chats).toHaveCount(1)
    await expect(chats).toContainText(found)
    await expect(chats.locator('mark')).toContainText(marked)
  }
  await app.list.getByRole('link', { name: 'Greta Lindqvist' }).click()
  await expect(app.message('on strike')).toBeFocused()

  await app.search.fill('quokka')
  const messages = app.list.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('link')).toHaveText([/A quokka is back/])
  await messages.getByRole('button', { name: 'More in this chat' }).click()
  await expect(messages.getByRole('link')).toHaveText([/A quokka is back/, /The quokka has the spare key/])
  await expect(messages.locator('mark')).toHaveText(['quokka', 'quokka'])
  await messages.getByRole('link').last().click()
  await expect(app.message('The quokka has the spare key')).toBeFocused()

  const find = findBar(page)
  await find.open.click()
  await find.field.fill('quokka')
  await expect(find.bar).toContainText('1 of 2')
})
