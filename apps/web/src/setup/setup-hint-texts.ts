/** Maximum number of administrators that are named. */
const MAX_NAMES = 3

export const SETUP_HINT_TEXTS = {
  adminTitle: 'Set up Partyline',
  adminText: 'A few steps, then your team can text. You can stop at any point and continue later.',
  open: 'Show the steps',
  userTitle: 'Partyline is not set up yet',
  userText: (admins: readonly string[]) => {
    if (admins.length === 0) return 'An administrator of your organization can do it.'
    const names = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(admins.slice(0, MAX_NAMES))
    return `Please ask ${names} to do it.`
  },
} as const
