import { isolated } from '../../platform/isolated.ts'

export const OPT_OUT_OFFER_TEXTS = {
  stop: (name: string) => `${isolated(name)} may not want texts.`,
  wrongNumber: 'This may be the wrong number.',
  optOut: 'Opt out',
  optOutOf: (name: string) => `Opt out: ${isolated(name)}`,
  dismiss: 'Dismiss',
  optedOut: (name: string) => `${isolated(name)} gets no more texts from this number`,
  failed: 'Unable to opt out',
  undoFailed: 'Unable to take back the opt-out',
} as const
