import type { Api } from '../platform/api.ts'
import type { TeamsHost } from '../platform/teams.ts'
import { wait } from '../platform/wait.ts'
import { confirmConsent } from './confirm-consent.ts'
import { CONSENT_WINDOW_PATH, GIVEN } from './consent-window.ts'

type Parts = { api: Pick<Api, 'call'>; openPopup: TeamsHost['openPopup'] }

/** Asks for consent in a popup, and waits until the server knows the result. */
export async function consentBeside({ api, openPopup }: Parts): Promise<void> {
  // It may also be closed early; only the server knows the result.
  const end = await openPopup(location.origin + CONSENT_WINDOW_PATH).catch(() => null)
  const ask = () => api.call('settings.consented')
  if (end === GIVEN) await confirmConsent({ ask, wait }).catch(() => undefined)
}
