import type { SetupStep } from '../../setup/index.ts'
import { isolated } from '../../platform/isolated.ts'

export const STEP_TEXTS: Record<SetupStep, { title: string; left: string; done: string; action: string }> = {
  consent: {
    title: 'Consent of your organization',
    left: 'An administrator of your Microsoft 365 organization agrees, so that you can add its people by name. Microsoft asks, and brings you back here.',
    done: 'People can be found by name and added as users.',
    action: 'Consent',
  },
  account: {
    title: 'Twilio account',
    left: 'Texts go through your own Twilio account. You’ll find its Account SID and Auth Token on your Twilio dashboard.',
    done: 'The account is connected.',
    action: 'Connect Twilio account',
  },
  number: {
    title: 'First number',
    left: 'Choose the number your team texts from, and who answers it.',
    done: 'Chats can text from it.',
    action: 'Use',
  },
  people: {
    title: 'People',
    left: 'Add the colleagues who answer with you. Working alone? Choose your number, then start your first chat.',
    done: 'Two or more people can answer.',
    action: 'Add user',
  },
}

export const SETUP_PAGE_TEXTS = {
  title: 'Set up Partyline',
  about: 'Four steps, then your team can text. You can leave at any time: completed steps stay done.',
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  done: 'Done',
  next: 'Next',
  left: 'Left to do',
  later: 'After the Twilio account',
  doneTitle: 'Partyline is set up',
  doneText: 'Your team can text now. You can change everything in Administration.',
  toChats: 'Go to chats',
  noNumbers: 'The account has no number yet. Buy one in Twilio, then update the info from Twilio.',
  beginWith: (name: string) => `Use ${isolated(name)}`,
  allNumbers: 'All numbers of the account',
} as const
