import { HttpTransportType } from '@microsoft/signalr'
import { EVENT_AREAS, pong, REALTIME, realtimeEvent, sharedChat } from '@partyline/contract'
import type { RealtimeEvent } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { listen } from '../../tests/hub.ts'
import type { Listener } from '../../tests/hub.ts'

let harness: Harness
let clinic: Clinic
const open: Listener[] = []
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterEach(() => Promise.all(open.splice(0).map(({ connection }) => connection.stop())))
afterEach(() => void vi.useRealTimers())
afterAll(() => harness.close())

async function listenAs(client: { accessToken: string | null }): Promise<Listener> {
  const listener = await listen(harness.url, client)
  open.push(listener)
  return listener
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
const withKind = (listener: Listener, kind: RealtimeEvent['kind']) =>
  listener.events().filter((event) => event.kind === kind)

test('an event reaches the users of its tenant only', async () => {
  const [omar, mei, stranger] = [
    await listenAs(clinic.omar),
    await listenAs(clinic.mei),
    await listenAs(clinic.stranger),
  ]
  const chat = await clinic.chat('Live', [clinic.dana.id, clinic.omar.id])
  await until(() => expect(withKind(omar, 'ChatCreated')).toHaveLength(1))
  await until(() => expect(withKind(mei, 'ChatCreated')).toHaveLength(1))
  const [created] = withKind(omar, 'ChatCreated')
  expect(created).toEqual({
    tenantId: harness.sandbox.world.directories[0]?.tenantId,
    area: 'ChatList',
    kind: 'ChatCreated',
    chatId: chat.id,
    version: 1,
    data: {
      patch: sharedChat.parse(chat),
      lastMessage: null,
      unreadCounts: { [clinic.omar.id]: 0 },
      changes: await clinic.dana.get('chats.changes', { params: { chatId: chat.id } }),
    },
  })

  // An event of the stranger’s own tenant is last. If others had arrived, they would be before it.
  await clinic.stranger.get('numbers.addMobile', { body: { name: 'Own', number: '+12025550177' } })
  await until(() => expect(stranger.events()).not.toHaveLength(0))
  const own = harness.sandbox.world.directories[1]?.tenantId
  expect(new Set(stranger.events().map(({ tenantId }) => tenantId))).toEqual(new Set([own]))
})

test('every event matches its schema and area, and versions are consecutive', async () => {
  const omar = await listenAs(clinic.omar)
  const { id: chatId, numberId } = await clinic.chat('Shapes', [clinic.dana.id, clinic.omar.id], { message: 'Hello' })
  const params = { chatId, memberId: clinic.mei.id }
  await clinic.mei.get('chats.join', { params })
  await clinic.omar.get('chats.viewChat', { params })
  const memberIds = [clinic.dana.id, clinic.mei.id]
  await clinic.dana.get('chats.update', { params, body: { name: 'Renamed', numberId, memberIds } })
  await clinic.dana.get('chats.removeMember', { params })
  await clinic.dana.get('chats.delete', { params })
  await until(() => expect(withKind(omar, 'ChatArchived')).toHaveLength(1))

  const events = omar.events().filter((event) => event.chatId === chatId)
  expect(events.map(({ kind, version }) => [kind, version])).toEqual([
    ['ChatCreated', 1],
    ['MessageAddedToChat', 2],
    ['MemberAddedToChat', 3],
    ['DeliveryStatusUpdated', 4],
    ['MemberRemovedFromChat', 5],
    ['ChatUpdated', 6],
    ['MemberRemovedFromChat', 7],
    ['ChatArchived', 8],
  ])
  for (const event of events) {
    expect(realtimeEvent.parse(event)).toEqual(event)
    expect(event.area).toBe(EVENT_AREAS[event.kind])
  }
})

test('a client can ask the others of its tenant to refetch, but cannot send data', async () => {
  const [omar, mei, stranger] = [
    await listenAs(clinic.omar),
    await listenAs(clinic.mei),
    await listenAs(clinic.stranger),
  ]
  const forged = { tenantId: 'other', version: 9, data: { name: 'forged' } }
  await omar.connection.invoke(REALTIME.serverMethod, { area: 'ChatList', kind: 'ChatUpdated', ...forged })
  await until(() => expect(mei.events()).not.toHaveLength(0))
  expect(mei.events()).toEqual([
    {
      tenantId: harness.sandbox.world.directories[0]?.tenantId,
      area: 'ChatList',
      kind: 'ChatUpdated',
      chatId: null,
      version: null,
      data: null,
    },
  ])
  await stranger.connection.invoke(REALTIME.serverMethod, { area: 'Settings', kind: 'UserAdded', chatId: null })
  await until(() => expect(stranger.events()).toHaveLength(1))
  expect(stranger.events()[0]?.kind).toBe('UserAdded')
})

test.for([[null], ['text'], [{}], [{ area: 'Everything', kind: 'ChatUpdated' }], [{ area: 'ChatList', kind: 'Gone' }]])(
  'an invalid event is refused: %o',
  async ([event]) => {
    const omar = await listenAs(clinic.omar)
    await expect(omar.connection.invoke(REALTIME.serverMethod, event)).rejects.toThrow('The event is not valid')
    expect(omar.connection.state).toBe('Connected')
  },
)

test.for([[null], [''], ['no token'], ['eyJhbGciOiJub25lIn0.e30.']])(
  'a connection with the access token %o is refused',
  async ([accessToken]) => {
    await expect(listen(harness.url, { accessToken: accessToken ?? null })).rejects.toThrow(/401/)
  },
)

test.each(['WebSockets', 'ServerSentEvents', 'LongPolling'] as const)(
  'a ping over %s returns the transport’s name',
  async (name) => {
    const listener = await listen(harness.url, clinic.omar, HttpTransportType[name])
    open.push(listener)
    expect(pong.parse(await listener.connection.invoke(REALTIME.pingMethod))).toMatchObject({ transport: name })
  },
)

test('a ping returns the time since the last event for the tenant, regardless of other tenants', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [omar, stranger] = [await listenAs(clinic.omar), await listenAs(clinic.stranger)]
  await clinic.chat('Announced', [clinic.dana.id])
  await until(() => expect(withKind(omar, 'ChatCreated')).toHaveLength(1))
  vi.setSystemTime(Date.now() + 5_000)
  await stranger.connection.invoke(REALTIME.serverMethod, { area: 'ChatList', kind: 'ChatUpdated' })
  await until(() => expect(stranger.events()).not.toHaveLength(0))
  const quietMs = async ({ connection }: Listener) => pong.parse(await connection.invoke(REALTIME.pingMethod)).quietMs
  expect(await quietMs(omar)).toBeGreaterThanOrEqual(5_000)
  expect(await quietMs(stranger)).toBeLessThan(5_000)
})

test('a connection is closed when its session ends, and the user’s other connections stay open', async () => {
  const leaving = await harness.signIn('mei@lakeside.example')
  const [gone, stays] = [await listenAs(leaving), await listenAs(clinic.mei)]
  const headers = { cookie: leaving.cookies }
  const csrf = await fetch(`${harness.url}/api/auth/csrf`, { headers })
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const answer = await fetch(`${harness.url}/api/auth/signout`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ csrfToken, callbackUrl: harness.url, json: 'true' }),
  })
  expect(answer.status).toBe(200)
  await gone.closed
  await clinic.chat('After', [clinic.dana.id])
  await until(() => expect(withKind(stays, 'ChatCreated')).toHaveLength(1))
})

test('the connections of a disabled user are closed', async () => {
  const mei = await listenAs(clinic.mei)
  const params = { userId: clinic.mei.id }
  await clinic.dana.get('settings.updateUser', { params, body: { role: 'User', name: 'Mei Tanaka', disabled: true } })
  await mei.closed
  await expect(listen(harness.url, clinic.mei)).rejects.toThrow(/401/)
})
