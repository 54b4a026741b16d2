import { DOCTOR_BROKEN, DOCTOR_FINDINGS } from '@partyline/contract'
import type { TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import type { Database } from '../platform/index.ts'
import { systemClock } from '../platform/index.ts'
import { createDoctor } from './index.ts'

const TENANT = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01' as TenantId

test('what breaks a check shows as that one; the others stand, and the log says why', async () => {
  const logged: unknown[] = []
  const broken = () => Promise.reject(new Error('The database is away.'))
  const doctor = createDoctor({
    database: {} as Database,
    clock: systemClock,
    log: { error: (about: unknown) => logged.push(about) },
    publicUrl: 'https://texts.example.com',
    tenants: { find: broken, twilioAccount: broken },
    numbers: { listInUse: broken },
    users: { list: broken },
    twilio: {
      forAccount: () => {
        throw new Error('There is no account to ask.')
      },
    },
    appAccess: { tokenFor: broken },
    checkMedia: async () => 'folder',
    testAddress: async () => DOCTOR_FINDINGS.signedTest.answered(),
  })
  const { checks } = await doctor.run(TENANT)
  const stood = checks.filter(({ found }) => found !== DOCTOR_BROKEN.found)
  expect(stood.map(({ id, state }) => [id, state])).toEqual([
    ['publicAddress', 'passed'],
    ['signedTest', 'passed'],
    ['mediaStorage', 'passed'],
  ])
  expect(checks).toHaveLength(13)
  expect(logged).toHaveLength(4)
})
