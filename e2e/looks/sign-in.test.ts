import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Sign-in', ({ stage }) => signIn(stage))
test('Sign-in: refused', ({ stage }) => refused(stage))
test('An unknown address', ({ stage }) => unknownAddress(stage))

async function signIn(stage: Stage) {
  const { page, clinic, come } = stage
  clinic.signedOut = true
  await come('/auth/signin')
  await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible()
  await expectUsable(stage)
}

async function refused(stage: Stage) {
  const { page, clinic, come } = stage
  clinic.signedOut = true
  await come('/auth/error?error=AccessDenied')
  await expect(page.getByRole('button', { name: 'Back to sign-in' })).toBeVisible()
  await expectUsable(stage)
}

async function unknownAddress(stage: Stage) {
  const { page, clinic, come } = stage
  clinic.signedOut = true
  await come('/no/such/page')
  await expect(page.getByText('This page doesn’t exist')).toBeVisible()
  await expectUsable(stage)
}
