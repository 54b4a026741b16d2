export const SENDING_TEXTS = {
  ask: 'Check again with Twilio',
  asking: 'Checking with Twilio whether it may text…',
  busy: 'Checking…',
  account: 'What Twilio says about the account',
  failed: 'Couldn’t check with Twilio whether the numbers may text.',
} as const
