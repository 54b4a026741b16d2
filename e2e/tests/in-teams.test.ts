import { readFile } from 'node:fs/promises'
import { faultsOf } from '../pages/accessibility.ts'
import { arrangeSnippets } from '../pages/arrange.ts'
import { MEADOW } from '../pages/attach.ts'
import { newMessage } from '../pages/new-chat.ts'
import { snippets } from '../pages/snippets.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

test('in Teams, a new chat starts with a text, a snippet is inserted with its picture, and Back closes the topmost layer', async ({
  openBrowser,
}) => {
  const base64 = (await readFile(MEADOW)).toString('base64')
  const media = [{ fileName: 'meadow.png', contentType: 'image/png', base64 }]
  await arrangeSnippets([{ name: 'Way to us', text: 'Behind the meadow.', media }])
  const page = await openBrowser()
  const { app, frame } = await openTeams(page, { person: 'dana@lakeside.example' })
  const view = newMessage(frame)
  await app.newChat.click()
  await view.to.fill('202 555 3196')
  await expect(view.options).toHaveText(['Text (202) 555-3196'])
  await view.to.press('Enter')
  await view.to.press('Enter')
  await view.text.fill('Hello from Teams')
  await view.text.press('Enter')
  await expect(app.title).toHaveText('(202) 555-3196')
  await expect(app.message('Hello from Teams')).toBeVisible()

  await app.text.pressSequentially('/way')
  await expect(snippets(frame).option('Way to us')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('Behind the meadow.')
  await expect(frame.getByRole('list', { name: 'Attached' }).getByRole('img')).toBeVisible()

  await app.list.getByRole('button', { name: 'More', exact: true }).click()
  await expect(frame.getByRole('menu')).toBeVisible()
  await page.evaluate('history.back()')
  await expect(frame.getByRole('menu')).toBeHidden()
  await app.membersButton.click()
  await expect(app.members).toBeVisible()
  await page.evaluate('history.back()')
  await expect(app.members).toBeHidden()
  await expect(app.title).toHaveText('(202) 555-3196')
  await page.evaluate('history.back()')
  await expect(app.title).toBeHidden()
  await expect(app.chat('(202) 555-3196')).toBeVisible()
})
