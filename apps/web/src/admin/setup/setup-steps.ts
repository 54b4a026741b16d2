/** People come before the number, so that putting it into use can propose everyone. */
export const SETUP_STEPS = ['consent', 'account', 'people', 'number'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** What is there of an organization. */
export type SetupFacts = {
  consented: boolean
  accountSid: string | null
  twilioNumbers: readonly { disabled: boolean }[]
  teamsUsers: readonly { disabled: boolean }[]
  activeChats: number
}

/** The steps that are left. Who works alone needs no colleague: their first chat shows that they have begun. */
export function stepsLeft(facts: SetupFacts): SetupStep[] {
  const isLeft: Record<SetupStep, boolean> = {
    consent: !facts.consented,
    account: facts.accountSid === null,
    number: facts.twilioNumbers.every(({ disabled }) => disabled),
    people: facts.teamsUsers.filter(({ disabled }) => !disabled).length < 2 && facts.activeChats === 0,
  }
  return SETUP_STEPS.filter((step) => isLeft[step])
}
