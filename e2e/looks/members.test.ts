import type { Member } from '@partyline/contract'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { hold } from './calls.ts'
import { expect, expectKept, test } from './look.ts'
import type { Stage } from './look.ts'

test('Members: someone has left the organization', ({ stage }) => left(stage))
test('Opt-out: by hand and taken back', ({ stage }) => byHand(stage))
test('Opt-out: a STOP cannot be taken back', ({ stage }) => stop(stage))

const CORA = { name: 'Cora Poser', number: '+12025553801' }

/** Opens a chat with Cora and Omar, and its details. */
async function comeToDetails({ page, clinic, come }: Stage, parts: (member: Member) => Partial<Member> = () => ({})) {
  const chat = addChat(clinic, { name: CORA.name, contacts: [CORA], team: ['Omar Haddad'] })
  for (const member of chat.members) Object.assign(member, parts(member))
  addTexts(clinic, chat, ['Your results are in.'])
  const app = await come(addressOf(chat.id))
  await app.membersButton.click()
  const row = (name: string) => app.members.getByRole('listitem').filter({ hasText: name })
  return { ...app, row, button: (name: string) => page.getByRole('button', { name, exact: true }) }
}

async function left(stage: Stage) {
  const { row } = await comeToDetails(stage, ({ name }) =>
    name === 'Omar Haddad' ? { disabled: true, leftDirectoryAt: '2026-11-18T08:00:00.000Z' } : {},
  )
  await expect(row('Omar Haddad')).toContainText('Has left the organization')
  await stage.look()
}

async function byHand(stage: Stage) {
  const { page, look } = stage
  const { row, dialog, button, transcript } = await comeToDetails(stage)
  const refusal = page.getByText('Cora was opted out by hand. You can’t text Cora until someone takes that back.')
  await look()
  await button('Opt out: Cora Poser').click()
  const confirmation = dialog('Opt out')
  await expect(confirmation).toContainText('including queued and scheduled ones. You can take this back.')
  await look()
  const letGo = await hold(page, 'optOuts.add')
  await confirmation.getByRole('button', { name: 'Opt out' }).click()
  await expectKept(stage, confirmation, 'Opting out…')
  await letGo()
  await expect(row('Cora Poser')).toContainText('Opted out by Dana Cole')
  await expect(transcript).toContainText('You opted Cora Poser out of texts from this number')
  await expect(refusal).toBeVisible()
  await look()
  await button('Take back opt-out: Cora Poser').click()
  await expect(dialog('Take back opt-out')).toContainText('Do this only if they have asked for it.')
  await look()
  await dialog('Take back opt-out').getByRole('button', { name: 'Take back' }).click()
  await expect(transcript).toContainText(/You opted Cora Poser out.*You took back the opt-out of Cora Poser/)
  await expect(row('Cora Poser')).not.toContainText('Opted out')
  await expect(refusal).toBeHidden()
  await look()
}

async function stop(stage: Stage) {
  const { row } = await comeToDetails(stage, ({ name }) => (name === CORA.name ? { optedOut: true } : {}))
  await expect(row('Cora Poser')).toContainText('Opted out (texted STOP)')
  await expect(row('Cora Poser').getByRole('button', { name: /opt/i })).toHaveCount(0)
  await stage.look()
}
