import type { TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { isPersonalAccount, mayOpenTenant } from './sign-up-service.ts'

const LAKESIDE = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01' as TenantId
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad' as TenantId

test('the tenant of personal Microsoft accounts is recognized', () => {
  expect(isPersonalAccount(CONSUMERS)).toBe(true)
  expect(isPersonalAccount(LAKESIDE)).toBe(false)
})

test.each([
  ['open', [], false, true],
  ['allow-list', [LAKESIDE.toUpperCase()], false, true],
  ['allow-list', [CONSUMERS], true, false],
  ['allow-list', [], false, false],
  ['marketplace', [LAKESIDE], false, false],
  ['marketplace', [], true, true],
] as const)(
  'with SIGN_UP=%s, ALLOWED_TENANTS %j, and a subscription: %s, a directory may sign up: %s',
  (SIGN_UP, allowed, bought, comesIn) => {
    const applicant = { tenantId: LAKESIDE, hasSubscription: bought }
    expect(mayOpenTenant(applicant, { SIGN_UP, ALLOWED_TENANTS: [...allowed] })).toBe(comesIn)
  },
)
