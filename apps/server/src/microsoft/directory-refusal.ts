/** AADSTS65001: nobody consented to the app; AADSTS90094: only an administrator may. */
const CONSENT_MISSING = /AADSTS(65001|90094)\b/

/** Why the directory sent the person back without a code, or null where it sent one. */
export function directoryRefusal(returned: URLSearchParams): 'consent-missing' | 'other' | null {
  if (!returned.has('error')) return null
  return CONSENT_MISSING.test(returned.get('error_description') ?? '') ? 'consent-missing' : 'other'
}
