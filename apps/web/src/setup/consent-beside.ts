import type { Api } from '../platform/api.ts'
import type { TeamsHost } from '../platform/teams.ts'
import { wait } from '../platform/wait.ts'
import { confirmConsent } from './confirm-consent.ts'
import { CONSENT_WINDOW_PATH, GIVEN } from './consent-window.ts'

type Parts = { api: Pick<Api, 'call'>; openBeside: TeamsHost['openBeside'] }

/** Has the consent asked for in a window beside Teams, and waits until the server knows it too. */
export async function consentBeside({ api, openBeside }: Parts): Promise<void> {
  // Closing it early ends it too; only the server knows what came of it.
  const end = await openBeside(location.origin + CONSENT_WINDOW_PATH).catch(() => null)
  const ask = () => api.call('settings.consented')
  if (end === GIVEN) await confirmConsent({ ask, wait }).catch(() => undefined)
}
