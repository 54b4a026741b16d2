/** Validation texts. They are fixed word for word, odd spellings included. */
export const VALIDATION = {
  number: 'Number should be defined.',
  id: 'Id should be defined.',
  name: 'Name should be defined.',
  role: 'Role should be defined.',
  accountSid: 'Account SID should be defined.',
  accountToken: 'Account Token should be defined.',
  createChatNumber: 'Twillio number should be defined.',
  updateChatNumber: 'Twilio number should be defined.',
  members: 'Chat should have at least one member.',
  selectChat: 'Please, select the chat.',
  chat: 'Chat should be selected.',
  required: (field: string) => `${field} is required.`,
  parameter: (name: string) => `The parameter '${name}' must be defined.`,
  nullMessage: "The parameter 'message' cannot be null.",
  unsupportedMode: (mode: string) => `Unsupported mode: ${mode}`,
  invalidNumber: 'Number should be a valid phone number.',
} as const

/** Error texts. They are fixed word for word. */
export const ERROR_TEXTS = {
  unexpected: 'An unexpected server error occurred.',
  formTitle: 'Unable to complete operation',
  formInvalidTitle: 'Entered data is incorrect',
  createChat: 'Unable to create chat',
  sendMessage: 'Unable to send message',
  updateChat: 'Unable to update chat settings',
  leaveChat: 'Unable to leave the chat',
  useNumber: 'Unable to update twilio number.',
  consented:
    'Tenant consented. It might take some time to apply. Then you will be able to add AD users to your account.',
  notConsented: 'Your tenant is not consented. Try again.',
} as const
