import { Consent } from './general/consent.tsx'
import { TenantSettings } from './general/tenant-settings.tsx'
import { MobileNumbers } from './mobile/mobile-numbers.tsx'
import { RejectedMessages } from './rejected/rejected-messages.tsx'
import { Users } from './users/users.tsx'

/** Organization, people and phones. */
export function SettingsPage() {
  return (
    <>
      <TenantSettings />
      <Consent />
      <Users />
      <MobileNumbers />
      <RejectedMessages />
    </>
  )
}
