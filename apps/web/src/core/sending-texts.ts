/** Why a message was not sent on its own. */
export const SENDING_TEXTS = {
  waitedTooLong: 'This waited offline for more than 12 hours. Send it now?',
} as const
