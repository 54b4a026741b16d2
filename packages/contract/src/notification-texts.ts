/** Errors about notifications. */
export const NOTIFICATION_TEXTS = {
  endpoint: 'Endpoint should be an https address of a push service.',
  key: 'Keys should be those of the subscription, in base64url.',
  service: 'Push to this browser’s service isn’t allowed here. Please ask an administrator.',
  pastPause: 'The pause should end in the future.',
  longPause: 'A pause can last up to a year.',
} as const
