import { routes } from '@partyline/contract'
import type { UserRole } from '@partyline/contract'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { meQuery } from '../users/index.ts'

/** People come before the number, so that putting it into use can propose everyone. */
export const SETUP_STEPS = ['consent', 'account', 'people', 'number', 'hours', 'trial'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Facts about an organization. An unknown fact is undefined, and its step does not count as missing. */
export type SetupFacts = {
  hasConsented?: boolean | undefined
  hasAccount?: boolean | undefined
  twilioNumbers?: readonly { disabled: boolean }[] | undefined
  teamsUsers?: readonly { disabled: boolean }[] | undefined
  activeChats?: number | undefined
  /** Null: always open. */
  hours?: object | null | undefined
  /** Whether a text was received from a phone, and one was delivered to a phone. */
  trial?: { hasReceived: boolean; hasDelivered: boolean } | undefined
}

/** With this many open chats, an organization needs no trial. */
const CHATS_AT_WORK = 3

/** The one place that decides what an organization still has to set up. */
export function missingSteps(facts: SetupFacts): SetupStep[] {
  const { hasConsented, hasAccount, twilioNumbers, teamsUsers, activeChats = 0, hours, trial } = facts
  const isTried = !trial || activeChats >= CHATS_AT_WORK || (trial.hasReceived && trial.hasDelivered)
  const isMissing: Record<SetupStep, boolean> = {
    consent: hasConsented === false,
    account: hasAccount === false,
    // Someone who works alone needs no colleague: their first chat shows that they have started.
    people: teamsUsers !== undefined && enabledOf(teamsUsers).length < 2 && activeChats === 0,
    number: twilioNumbers !== undefined && enabledOf(twilioNumbers).length === 0,
    // Without hours, the line is always open. Someone who has received a first text may want it that way.
    hours: hours === null && activeChats === 0 && !isTried,
    trial: !isTried,
  }
  return SETUP_STEPS.filter((step) => isMissing[step])
}

/** Whether someone in the organization can send a text. */
export function canText(facts: SetupFacts): boolean {
  return !missingSteps(facts).some((step) => step === 'consent' || step === 'account' || step === 'number')
}

function enabledOf<Entry extends { disabled: boolean }>(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ disabled }) => !disabled)
}

/** The setup message a person sees when they sign in. */
export type SetupToPrompt = {
  missing: SetupStep[]
  /** Whether the check of the consent was answered. Without an answer, the consent counts as missing. */
  isConsentKnown: boolean
  /** Where an administrator consents. */
  consentUrl: string
  /** The caller's role; null if unknown. */
  role: UserRole | null
}

/**
 * Checks consent and account. If its check fails, the consent counts as missing and the account as configured:
 * docs/product.md#consent
 * @returns null if no check was answered, for example offline
 */
export async function readSetup(api: Api, client: QueryClient): Promise<SetupToPrompt | null> {
  const checks = await Promise.allSettled([
    api.call('settings.consented'),
    api.call('settings.twilioAccount'),
    client.fetchQuery(meQuery(api)),
  ])
  if (checks.every(({ status }) => status === 'rejected')) return null
  const [consent, account, me] = checks
  const isRoleKnown = account.status === 'fulfilled' && me.status === 'fulfilled'
  return {
    missing: missingSteps({
      hasConsented: consent.status === 'fulfilled' && consent.value.succeeded,
      hasAccount: isRoleKnown ? account.value.succeeded : undefined,
    }),
    isConsentKnown: consent.status === 'fulfilled',
    consentUrl: (consent.status === 'fulfilled' && consent.value.link) || routes['auth.consent'].path,
    role: isRoleKnown ? me.value.role : null,
  }
}

/** For people without chats: whether anyone can text yet, and who can set it up. */
export function setupHintQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings.setup,
    queryFn: async ({ signal, client }) => {
      const [consent, account, twilioNumbers, users, me] = await Promise.all([
        api.call('settings.consented', { signal }).catch(() => null),
        api.call('settings.twilioAccount', { signal }),
        api.call('numbers.twilio', { signal }),
        api.call('users.list', { signal }),
        client.fetchQuery(meQuery(api)),
      ])
      return {
        isReady: canText({ hasConsented: consent?.succeeded, hasAccount: account.succeeded, twilioNumbers }),
        isAdmin: me.role === 'Admin',
        adminNames: enabledOf(users)
          .filter(({ role }) => role === 'Admin')
          .map(({ name }) => name),
      }
    },
  })
}
