import type { Operation } from '@partyline/contract'
import { expect, test } from 'vitest'
import type { Api } from '../platform/api.ts'
import { readSetup } from './setup-state.ts'

const operation = (succeeded: boolean): Operation => ({ succeeded, details: null, link: 'https://consent.example' })
const READY = {
  'settings.consented': operation(true),
  'settings.twilioAccount': operation(true),
  'users.me': { role: 'Admin' },
}

/** An API that knows these answers; what is missing fails. */
function apiWith(answers: Partial<Record<keyof typeof READY, object>>): Pick<Api, 'call'> {
  const call = async (name: string): Promise<unknown> => {
    const answer = answers[name as keyof typeof READY]
    if (!answer) throw new Error('no answer')
    return answer
  }
  return { call: call as unknown as Api['call'] }
}

test('an organization that is set up lacks nothing', async () => {
  expect(await readSetup(apiWith(READY))).toEqual({
    consented: true,
    isConsentKnown: true,
    consentUrl: 'https://consent.example',
    configured: true,
    role: 'Admin',
  })
})

test('what is not done is said', async () => {
  const answers = { ...READY, 'settings.consented': operation(false), 'settings.twilioAccount': operation(false) }
  expect(await readSetup(apiWith(answers))).toMatchObject({ consented: false, configured: false })
})

test('a consent check that fails reads as not consented, and as not known', async () => {
  const { 'settings.consented': _, ...rest } = READY
  expect(await readSetup(apiWith(rest))).toMatchObject({
    consented: false,
    isConsentKnown: false,
    consentUrl: null,
    configured: true,
  })
})

test.each(['settings.twilioAccount', 'users.me'] as const)('where %s fails, configured and no role', async (name) => {
  const answers = { ...READY, 'settings.twilioAccount': operation(false), [name]: undefined }
  expect(await readSetup(apiWith(answers))).toMatchObject({ configured: true, role: null })
})

test('without any answer nothing is known', async () => {
  expect(await readSetup(apiWith({}))).toBeNull()
})
