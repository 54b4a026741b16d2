import { Account } from './account.tsx'
import { Numbers } from './numbers.tsx'

/** The Twilio account and its numbers. */
export function ProviderPage() {
  return (
    <>
      <Account />
      <Numbers />
    </>
  )
}
