import { faultsOf } from '../pages/accessibility.ts'
import { newChat } from '../pages/new-chat.ts'
import { dismissSetup, setupPrompts } from '../pages/setup.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('the first user of an organization has no chats, and sees how to start', async ({ openBrowser }) => {
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Priya Raman')
  await expect(setupPrompts(page).consent).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the steps' })).toBeInViewport({ ratio: 1 })
  await dismissSetup(page)
  await expect(app.list.getByText('No chats yet')).toBeVisible()
  await expect(app.chats).toHaveCount(0)
  const start = page.getByRole('region', { name: 'Chat', exact: true })
  await expect(start.getByText('Set up Partyline')).toBeVisible()
  await expect(start.getByRole('button')).toHaveText(['Show the steps'])
  await app.list.getByRole('tab', { name: 'All' }).click()
  await expect(app.list.getByText('Chats appear here once Partyline is set up.')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  const modal = newChat(page)
  await modal.open()
  await expect(modal.dialog.getByText('No number is in use yet.').first()).toBeVisible()
  await expect(modal.chosen).toHaveText([/Priya Raman/])
  await modal.cancel.click()
  await app.account.click()
  await expect(page.getByText('northgate.example · Admin')).toBeVisible()
})
