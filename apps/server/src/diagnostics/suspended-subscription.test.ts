import type { DiagnosticsCheck } from '@partyline/contract'
import { PUBLISHER } from '@partyline/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import { createTexting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'
import { openConsultation } from './tests/consultation.ts'
import type { Consultation } from './tests/consultation.ts'

let room: Consultation
beforeAll(async () => {
  const env = {
    SIGN_UP: 'open',
    MARKETPLACE_TENANT_ID: PUBLISHER.tenantId,
    MARKETPLACE_CLIENT_ID: PUBLISHER.clientId,
    MARKETPLACE_CLIENT_SECRET: PUBLISHER.clientSecret,
  }
  room = await openConsultation(await startHarness({ env }))
})
afterAll(() => room.harness.close())

async function atMarketplace<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${room.harness.sandbox.url}/sandbox/marketplace/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}

/** Waits for the finding, because other processes notice a suspension within a second. */
async function become(found: string): Promise<DiagnosticsCheck> {
  await until(async () => (await room.ask('oldestUnsent')).found === found)
  return room.ask('oldestUnsent')
}

test('oldestUnsent reports a suspended subscription, and passes once the text is sent after the reinstatement', async () => {
  const { harness, clinic } = room
  const texting = createTexting(harness, clinic)
  const { chat } = await texting.newChat(['Cora'])
  const { subscription, landingPage } = await atMarketplace<{ subscription: { id: string }; landingPage: string }>(
    'purchases',
    { directory: 'lakeside.example', planId: 'team' },
  )
  const token = new URL(landingPage).searchParams.get('token') ?? ''
  expect((await harness.anonymous.call('marketplace.activate', { body: { token } })).status).toBe(200)
  const operate = (action: string) => atMarketplace(`subscriptions/${subscription.id}/operations`, { action })

  harness.sandbox.faults.set({ faults: { tooManyRequests: { retryAfter: 1 } } })
  const message = await texting.send(chat, 'Waits for the subscription')
  await operate('Suspend')
  expect(await become('The subscription is suspended: nothing is sent, one text waits.')).toMatchObject({
    state: 'failed',
    advice: 'Renew it in the marketplace. What waits is sent then.',
    fix: null,
  })

  harness.sandbox.faults.clear()
  await operate('Reinstate')
  await texting.settled(chat, message)
  expect(await become('No text waits to be sent.')).toMatchObject({ state: 'passed', advice: null })
})
