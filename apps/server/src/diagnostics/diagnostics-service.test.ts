import { DIAGNOSTICS_BROKEN, DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import type { Database } from '../platform/index.ts'
import { systemClock } from '../platform/index.ts'
import { createDiagnostics } from './index.ts'

const TENANT = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01' as TenantId

test('an error in a check is reported as that check’s finding and logged, and the others still run', async () => {
  const logged: unknown[] = []
  const broken = () => Promise.reject(new Error('The database is away.'))
  const diagnostics = createDiagnostics({
    database: {} as Database,
    isEmbedded: true,
    clock: systemClock,
    log: { error: (about: unknown) => logged.push(about) },
    publicUrl: 'https://texts.example.com',
    tenants: { find: broken, twilioAccount: broken },
    numbers: { listInUse: broken, listTwilio: broken },
    users: { list: broken },
    twilio: {
      forAccount: () => {
        throw new Error('There is no account to ask.')
      },
    },
    appAccess: { tokenFor: broken },
    checkMedia: async () => 'folder',
    testAddress: async () => DIAGNOSTICS_FINDINGS.signedTest.answered(),
  })
  const { checks } = await diagnostics.run(TENANT)
  const stood = checks.filter(({ found }) => found !== DIAGNOSTICS_BROKEN.found)
  expect(stood.map(({ id, state }) => [id, state])).toEqual([
    ['publicAddress', 'passed'],
    ['signedTest', 'passed'],
    ['mediaStorage', 'passed'],
  ])
  expect(checks).toHaveLength(17)
  expect(logged).toHaveLength(7)
})
