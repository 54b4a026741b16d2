import { expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import { createMovingClock } from './moving-clock.ts'
import { createTexting } from './texting.ts'
import { until } from './until.ts'

const DAY = 24 * 3_600_000

test('texts sent while the server is down for days are recovered after the restart', async () => {
  const clock = createMovingClock()
  const harness = await startHarness({ clock })
  const clinic = await openClinic(harness)
  const texting = createTexting(harness, clinic)
  const { chat, phones } = await texting.newChat(['Vito'])
  const vito = phones[0]
  await harness.restart(() => vito?.send(texting.frontDesk, 'On Friday') ?? Promise.resolve())
  await texting.messages(chat, 1)
  await harness.restart(async () => {
    await vito?.send(texting.frontDesk, 'On Saturday')
    clock.pass(3 * DAY)
  })
  // The access token has expired.
  const dana = await harness.signIn('dana@lakeside.example')
  const messages = await until(async () => {
    const listed = await dana.get('messages.list', { params: { chatId: chat.id } })
    return listed.length === 2 && listed
  })
  expect(messages).toMatchObject([
    { text: 'On Friday', recovered: true },
    { text: 'On Saturday', recovered: true },
  ])
  await harness.close()
})
