import type { Operation } from '@partyline/contract'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { Api } from '../platform/api.ts'
import { canText, missingSteps, readSetup } from './tenant-setup.ts'
import type { SetupFacts } from './tenant-setup.ts'

const NEW: SetupFacts = {
  hasConsented: false,
  hasAccount: false,
  twilioNumbers: [],
  teamsUsers: [{ disabled: false }],
  activeChats: 0,
}
const READY: SetupFacts = {
  hasConsented: true,
  hasAccount: true,
  twilioNumbers: [{ disabled: true }, { disabled: false }],
  teamsUsers: [{ disabled: false }, { disabled: false }],
  activeChats: 0,
}

const NOT_TRIED = { hasReceived: false, hasDelivered: false }

describe('missingSteps', () => {
  test('returns every step for a new organization, and none for one that is set up', () => {
    expect(missingSteps(NEW)).toEqual(['consent', 'account', 'people', 'number'])
    expect(missingSteps(READY)).toEqual([])
  })

  test.each<[string, SetupFacts, string[]]>([
    ['withdrawn consent', { hasConsented: false }, ['consent']],
    ['an account without a number in use', { twilioNumbers: [{ disabled: true }] }, ['number']],
    ['a disabled second user', { teamsUsers: [{ disabled: false }, { disabled: true }] }, ['people']],
    ['a single user with a chat', { teamsUsers: [{ disabled: false }], activeChats: 1 }, []],
    ['no opening hours, and no text so far', { hours: null, trial: NOT_TRIED }, ['hours', 'trial']],
    ['opening hours, and no text so far', { hours: {}, trial: NOT_TRIED }, ['trial']],
    ['a text that came in', { hours: null, activeChats: 1, trial: { ...NOT_TRIED, hasReceived: true } }, ['trial']],
    ['a text that was answered', { hours: null, trial: { hasReceived: true, hasDelivered: true } }, []],
    ['an organization at work', { hours: null, activeChats: 3, trial: NOT_TRIED }, []],
    ['unknown facts', { hasConsented: undefined, hasAccount: undefined, teamsUsers: undefined }, []],
  ])('returns the missing steps for %s', (_, change, missing) => {
    expect(missingSteps({ ...READY, ...change })).toEqual(missing)
  })

  test('canText requires neither a second user, nor hours, nor a trial', () => {
    expect(canText({ ...READY, teamsUsers: [{ disabled: false }] })).toBe(true)
    expect(canText({ ...READY, hours: null, trial: NOT_TRIED })).toBe(true)
    expect(canText({ ...READY, hasAccount: false })).toBe(false)
    expect(canText({ ...READY, twilioNumbers: [] })).toBe(false)
    expect(canText({ ...READY, hasConsented: false })).toBe(false)
  })
})

describe('readSetup', () => {
  const operation = (succeeded: boolean): Operation => ({ succeeded, details: null, link: 'https://consent.example' })
  const ANSWERS = {
    'settings.consented': operation(true),
    'settings.twilioAccount': operation(true),
    'users.me': { role: 'Admin' },
  }

  /** An API with these answers; a call without one fails. */
  function apiWith(answers: Partial<Record<keyof typeof ANSWERS, object>>): Api {
    const call = async (name: string): Promise<unknown> => {
      const answer = answers[name as keyof typeof ANSWERS]
      if (!answer) throw new Error('no answer')
      return answer
    }
    return { call: call as unknown as Api['call'] } as Api
  }

  const setupWith = (answers: Parameters<typeof apiWith>[0]) => readSetup(apiWith(answers), new QueryClient())

  test('reports no missing steps for an organization that is set up', async () => {
    expect(await setupWith(ANSWERS)).toEqual({
      missing: [],
      isConsentKnown: true,
      consentUrl: 'https://consent.example',
      role: 'Admin',
    })
  })

  test('reports missing consent and a missing account', async () => {
    const answers = { ...ANSWERS, 'settings.consented': operation(false), 'settings.twilioAccount': operation(false) }
    expect(await setupWith(answers)).toMatchObject({ missing: ['consent', 'account'] })
  })

  test('reports missing consent if its check fails, with a link that needs no answer', async () => {
    const { 'settings.consented': _, ...rest } = ANSWERS
    expect(await setupWith(rest)).toEqual({
      missing: ['consent'],
      isConsentKnown: false,
      consentUrl: '/api/v1/consent',
      role: 'Admin',
    })
  })

  test.each(['settings.twilioAccount', 'users.me'] as const)(
    'treats the account as configured and the role as unknown if %s fails',
    async (name) => {
      const answers = { ...ANSWERS, 'settings.twilioAccount': operation(false), [name]: undefined }
      expect(await setupWith(answers)).toMatchObject({ missing: [], role: null })
    },
  )

  test('returns null if every call fails', async () => {
    expect(await setupWith({})).toBeNull()
  })
})
