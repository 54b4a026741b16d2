import { faultsOf } from '../pages/accessibility.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('two users in a chat see each other, and when the other one is typing', async ({ openBrowser }) => {
  await arrangeChat({ name: 'Petra Vance', contact: { name: 'Petra Vance', number: '+12025553130' } })
  const danas = await openBrowser()
  const omars = await openBrowser()
  const dana = await signIn(danas, 'Dana Cole')
  const omar = await signIn(omars, 'Omar Haddad')
  await omar.list.getByRole('tab', { name: 'All' }).click()
  await dana.open('Petra Vance')
  await omar.open('Petra Vance')
  await omars.getByRole('button', { name: 'Join' }).click()

  await expect(danas.getByText('Omar Haddad is also here')).toBeAttached()
  await expect(omars.getByText('Dana Cole is also here')).toBeAttached()
  await omar.text.pressSequentially('Hel')
  const typing = danas.getByRole('region', { name: 'Petra Vance' }).getByText('Omar is typing…')
  await expect(typing).toBeVisible()
  await expect(dana.chat('Petra Vance')).toContainText('Omar is typing…')
  expect(await faultsOf(danas)).toEqual([])
  await omar.text.fill('')
  await expect(typing).toBeHidden()
  await expect(dana.chat('Petra Vance')).not.toContainText('Omar is typing…')

  await omar.open('Priya Shah')
  await expect(danas.getByText('Omar Haddad is also here')).toHaveCount(0)
  await omar.open('Petra Vance')
  await expect(danas.getByText('Omar Haddad is also here')).toBeAttached()
  await omars.close()
  await expect(danas.getByText('Omar Haddad is also here')).toHaveCount(0)
})
