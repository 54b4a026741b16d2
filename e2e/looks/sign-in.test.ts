import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Sign-in', ({ stage }) => signIn(stage))
test('Sign-in: refused', ({ stage }) => refused(stage))
test('An unknown address', ({ stage }) => unknownAddress(stage))

async function signIn({ page, clinic, come, look }: Stage) {
  clinic.signedOut = true
  await come('/auth/signin')
  await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible()
  await look()
}

async function refused({ page, clinic, come, look }: Stage) {
  clinic.signedOut = true
  await come('/auth/error?error=AccessDenied')
  await expect(page.getByRole('button', { name: 'Back to sign-in' })).toBeVisible()
  await look()
}

async function unknownAddress({ page, clinic, come, look }: Stage) {
  clinic.signedOut = true
  await come('/no/such/page')
  await expect(page.getByText('This page doesn’t exist')).toBeVisible()
  await look()
}
