import type { SetupStep } from '../../setup/index.ts'
import { isolated } from '../../platform/isolated.ts'

export const STEP_TEXTS = {
  consent: {
    title: 'Consent of your organization',
    left: 'An administrator of your Microsoft 365 organization agrees, so that you can add its people by name. Microsoft asks, and brings you back here.',
    done: 'People can be found by name and added as users.',
    action: 'Consent',
  },
  account: {
    title: 'Twilio account',
    left: 'Texts go through your own Twilio account. You’ll find its Account SID and Auth Token in the Twilio Console.',
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
  hours: {
    title: 'Opening hours',
    left: 'When is someone there to answer? Outside of these hours, your team sees that you are closed, and a line can reply by itself. Without them, you are always open.',
    done: 'You can change them under Organization, and those of each line under Numbers.',
  },
  trial: {
    title: 'A text from your phone',
    left: 'Text your number from your own phone and answer here, to see that texts come in and go out.',
    done: 'A text came in, and an answer reached the phone.',
  },
} as const satisfies Record<SetupStep, { title: string; left: string; done: string; action?: string }>

export const SETUP_PAGE_TEXTS = {
  title: 'Set up Partyline',
  about: 'Six steps to a text that arrives. You can leave at any time: completed steps stay done.',
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  done: 'Done',
  next: 'Next',
  left: 'Left to do',
  after: (title: string) => `After “${title}”`,
  doneTitle: 'Partyline is set up',
  doneText: 'Your team can text now. You can change everything in Administration.',
  triedText: 'A text came in from a phone, and an answer reached it. You can change everything in Administration.',
  toChats: 'Go to chats',
  noNumbers: 'The account has no number yet. Buy one in Twilio, then update the info from Twilio.',
  beginWith: (name: string) => `Use ${isolated(name)}`,
  allNumbers: 'All numbers of the account',
} as const

export const TRIAL_TEXTS = {
  number: 'Text this number from your phone:',
  example: 'Any words will do. They appear here within seconds.',
  waiting: 'Waiting for your text…',
  later: 'Do this later',
  laterHint:
    'As long as your number isn’t registered, your text comes in, but your answer may not arrive. Setup keeps this step.',
  arrived: (from: string) => `A text from ${isolated(from)} has arrived`,
  notMine: 'Not mine',
  answer: 'Your answer',
  send: 'Send',
  sending: 'Sending…',
  answered: 'You answered',
} as const
