import { Consent } from './general/consent.tsx'
import { TenantSettings } from './general/tenant-settings.tsx'

export function OrganizationPage() {
  return (
    <>
      <TenantSettings />
      <Consent />
    </>
  )
}
