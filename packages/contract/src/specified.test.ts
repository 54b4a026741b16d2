// Repeats the texts and constants that are fixed word for word, so that an accidental change fails.
import { expect, test } from 'vitest'
import {
  ERROR_TEXTS,
  EVENT_AREAS,
  IMAGE,
  MESSAGE,
  OPTIONS_HEIGHT,
  PACE,
  PAGE,
  REALTIME,
  routes,
  VALIDATION,
} from './index.ts'

test('validation texts', () => {
  const { required, parameter, unsupportedMode, ...texts } = VALIDATION
  expect(texts).toEqual({
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
    nullMessage: "The parameter 'message' cannot be null.",
    invalidNumber: 'Number should be a valid phone number.',
  })
  expect(required('Message')).toBe('Message is required.')
  expect(parameter('chatId')).toBe("The parameter 'chatId' must be defined.")
  expect(unsupportedMode('copy')).toBe('Unsupported mode: copy')
})

test('error texts', () => {
  expect(ERROR_TEXTS).toEqual({
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
  })
})

test('times, sizes, and counts', () => {
  expect(REALTIME).toMatchObject({
    hubPath: '/chathub',
    clientMethod: 'receiveEvents',
    serverMethod: 'SendMessage',
    serverTimeoutMs: 30_000,
    keepAliveMs: 15_000,
    reconnectDelaysMs: [0, 2_000, 10_000, 30_000],
    requestTimeoutMs: 100_000,
  })
  expect(PACE).toMatchObject({
    accessTokenCacheMs: 180_000,
    refreshDebounceMs: 1_000,
    refreshMaxWaitMs: 5_000,
    searchDebounceMs: 500,
  })
  expect(OPTIONS_HEIGHT).toEqual({ default: 160, modal: 120 })
  expect(IMAGE).toEqual({ widths: [64, 128, 256, 384, 640, 828, 1080, 1920], quality: 75 })
  expect(MESSAGE).toEqual({ maxLength: 1_600, maxMedia: 10, maxMediaBytes: 5_000_000 })
  expect(PAGE).toMatchObject({
    chats: 50,
    maxChats: 200,
    messages: 50,
    maxMessages: 200,
    foundMessages: 50,
    unreadMessages: 200,
    lookup: 20,
    contactsInTenant: 1_000,
  })
})

test('the area of each event kind', () => {
  expect(EVENT_AREAS).toMatchObject({
    TenantCreated: 'Settings',
    UserAdded: 'Settings',
    PhoneNumbersUpdated: 'Settings',
    ExternalContactAdded: 'Settings',
    ExternalContactDeleted: 'Settings',
    ChatCreated: 'ChatList',
    ChatUpdated: 'ChatList',
    MemberAddedToChat: 'ChatList',
    MemberRemovedFromChat: 'ChatList',
    ChatArchived: 'ChatList',
    IncomingMessageRejected: 'ChatList',
    MessageAddedToChat: 'ChatContent',
    DeliveryStatusUpdated: 'ChatContent',
  })
})

test.each([
  'POST /api/v1/chats/search',
  'GET /api/v1/chats/{chatId}',
  'PUT /api/v1/chats/{chatId}',
  'DELETE /api/v1/chats/{chatId}',
  'POST /api/v1/chats',
  'POST /api/v1/chats/{chatId}/members',
  'DELETE /api/v1/chats/{chatId}/members/{memberId}',
  'DELETE /api/v1/chats/{chatId}/members',
  'GET /api/v1/chats/{chatId}/messages',
  'POST /api/v1/chats/{chatId}/messages',
  'GET /api/v1/chats/messages/unread',
  'POST /api/v1/chats/messages/search',
  'PUT /api/v1/chats/{chatId}/viewed/chat',
  'PUT /api/v1/chats/{chatId}/viewed/messages',
  'GET /api/v1/numbers/mobile',
  'POST /api/v1/numbers/mobile',
  'GET /api/v1/numbers/twilio',
  'POST /api/v1/numbers/search',
  'GET /api/v1/settings/tenant',
  'PUT /api/v1/settings/tenant',
  'GET /api/v1/settings/tenant/consented',
  'GET /api/v1/settings/twilio/account',
  'PUT /api/v1/settings/twilio/account',
  'POST /api/v1/settings/users',
  'PUT /api/v1/settings/users/{userId}/details',
  'DELETE /api/v1/settings/mobile/numbers/{numberId}',
  'PUT /api/v1/settings/mobile/numbers/{numberId}/details',
  'PUT /api/v1/settings/twilio/numbers/{numberId}/details',
  'PUT /api/v1/settings/twilio/numbers/{numberId}/users',
  'GET /api/v1/users/me',
  'GET /api/v1/users/{userId}',
  'GET /api/v1/users',
  'POST /api/v1/users/lookup',
  'POST /api/v1/webhooks/saas',
  'GET /api/auth/session',
  'GET /api/auth/csrf',
  'GET /api/auth/providers',
  'POST /api/auth/signin/{provider}',
  'GET /api/auth/callback/{provider}',
  'POST /api/auth/callback/{provider}',
  'POST /api/auth/signout',
  'GET /api/auth/error',
  'POST /api/auth/_log',
  'GET /healthz',
  'GET /readyz',
  'GET /config.json',
])('the call %s exists', (address) => {
  expect(Object.values(routes).map(({ method, path }) => `${method} ${path}`)).toContain(address)
})
