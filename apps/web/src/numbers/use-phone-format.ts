import { useCallback, useSyncExternalStore } from 'react'
import { createPhoneFormats, loadRules } from './phone-format.ts'
import type { PhoneFormat } from './phone-format.ts'

const formats = createPhoneFormats(loadRules)

/** Formats phone numbers for somebody at home in a country (ISO 3166), undefined while that is not known. */
export function usePhoneFormat(homeCountry: string | undefined): PhoneFormat {
  const version = useSyncExternalStore(formats.subscribe, formats.version)
  return useCallback(
    (number) => (homeCountry === undefined ? number : formats.format(number, homeCountry)),
    // A new function when the rules have come, so that what was written before is written again.
    // oxlint-disable-next-line react/exhaustive-deps
    [homeCountry, version],
  )
}
