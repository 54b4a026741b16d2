import { ERROR_TEXTS } from './texts.ts'

/**
 * All errors that calls can return, with the HTTP status and the text that people see if nothing more
 * specific is known. Codes are stable: clients may rely on them.
 */
export const ERRORS = {
  validation: { status: 400, message: 'Please check what was entered.' },
  'bad-request': { status: 400, message: 'The request could not be understood.' },
  unauthenticated: { status: 401, message: 'Please sign in to access this page.' },
  forbidden: { status: 403, message: 'You are not allowed to do this. Please ask an administrator.' },
  'not-a-member': { status: 403, message: 'Only members of this chat can do this. Join the chat first.' },
  'not-found': { status: 404, message: 'This does not exist, or it was deleted.' },
  'method-not-allowed': { status: 405, message: 'This address does not take requests of this kind.' },
  conflict: { status: 409, message: 'This was changed in the meantime. Please reload and try again.' },
  'number-exists': { status: 409, message: 'This number is already in the list.' },
  'number-busy': { status: 409, message: 'This phone is already in another chat on this number.' },
  'number-in-use': { status: 409, message: 'This number is used elsewhere.' },
  'shortcut-taken': { status: 409, message: 'Another snippet already has this shortcut.' },
  'country-not-allowed': { status: 409, message: 'Texts to this country are not allowed.' },
  'last-admin': { status: 409, message: 'There must be at least one enabled Admin. Make someone else an Admin first.' },
  'user-exists': { status: 409, message: 'This person is already a user.' },
  'not-consented': {
    status: 409,
    message: 'Your organization has not consented to Partyline yet, so its people cannot be searched.',
  },
  'push-off': { status: 409, message: 'Push notifications are not set up on this server.' },
  'idempotency-mismatch': { status: 409, message: 'This request was sent before with other content.' },
  'already-sent': { status: 409, message: 'This message has already been sent.' },
  canceled: { status: 409, message: 'This message was canceled or has been deleted.' },
  'payload-too-large': { status: 413, message: 'This is too large to be sent.' },
  'unsupported-media-type': { status: 415, message: 'This type of content is not supported.' },
  'range-not-satisfiable': { status: 416, message: 'The requested range is outside the file.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: ERROR_TEXTS.unexpected },
  'provider-failed': { status: 502, message: 'Twilio did not accept this.' },
  'push-failed': {
    status: 502,
    message: 'The push service did not accept the notification. Turn notifications off and on again.',
  },
  'directory-failed': { status: 502, message: 'Microsoft did not answer as expected. Please try again.' },
  'directory-unavailable': {
    status: 503,
    message:
      'Microsoft did not answer, so it could not be checked whether this person is in your directory. Nobody was added. Please try again in a minute.',
  },
  'storage-full': {
    status: 503,
    message: 'Storage is full. Please ask an administrator to free up space.',
  },
  unavailable: { status: 503, message: 'Partyline is starting or very busy. Please try again in a moment.' },
} as const

/** A stable error code. */
export type ErrorCode = keyof typeof ERRORS
