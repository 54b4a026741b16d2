import { PRESENCE, presenceEntry, REALTIME } from '@partyline/contract'
import type { ChatId, Presence, PresenceEntry, UserId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'

const clock = createMovingClock()
let harness: Harness
let clinic: Clinic
let chatId: ChatId
let otherChat: ChatId
beforeAll(async () => {
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
  chatId = (await clinic.chat('Shown', [clinic.dana.id])).id
  otherChat = (await clinic.chat('Other', [clinic.dana.id])).id
})
afterAll(() => harness.close())

/** A user’s browser window, with the presence that it received from others. */
type Window = {
  told: PresenceEntry[]
  key: string
  show(presence: unknown): Promise<unknown>
  refresh(): Promise<unknown>
  close(): Promise<void>
}
const windows: Window[] = []
afterEach(() => Promise.all(windows.splice(0).map((window) => window.close())))

async function open(client: Client): Promise<Window> {
  const { connection } = await listen(harness.url, client)
  const told: PresenceEntry[] = []
  connection.on(PRESENCE.clientMethod, (entries: PresenceEntry[]) => told.push(...entries))
  const window: Window = {
    told,
    key: connection.connectionId ?? '',
    show: (presence: unknown) => connection.invoke(PRESENCE.serverMethod, presence),
    refresh: () => connection.invoke(REALTIME.serverMethod, { area: 'ChatList', kind: 'ChatUpdated' }),
    close: () => connection.stop(),
  }
  windows.push(window)
  return window
}
// Clients of the version before send no mode.
const viewing = (chat: ChatId | null) => ({ chatId: chat, writing: false })
const writing = (chat: ChatId, mode: Presence['mode'] = 'text'): Presence => ({ chatId: chat, writing: true, mode })
const toldOf = ({ key }: Window, person: { id: string }, entry: Partial<PresenceEntry>) => ({
  userId: person.id as UserId,
  connectionKey: key,
  chatId,
  mode: 'text',
  ...entry,
})
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })

test('viewers of a chat are told when someone arrives, writes, stops, and leaves', async () => {
  const [omar, mei] = [await open(clinic.omar), await open(clinic.mei)]
  await omar.show(viewing(chatId))
  await mei.show(viewing(chatId))
  await mei.show(writing(chatId))
  await mei.show(viewing(chatId))
  await mei.show(viewing(null))
  const expected = [
    toldOf(mei, clinic.mei, { state: 'viewing', isNew: true }),
    toldOf(mei, clinic.mei, { state: 'writing', isNew: false }),
    toldOf(mei, clinic.mei, { state: 'viewing', isNew: false }),
    toldOf(mei, clinic.mei, { state: 'gone', isNew: false }),
  ]
  await until(() => expect(omar.told).toEqual(expected))
  for (const entry of omar.told) expect(presenceEntry.parse(entry)).toEqual(entry)
  expect(mei.told).toEqual([])
})

test('everyone of the tenant is told when someone types in a chat, stops, and leaves', async () => {
  const [omar, mei, stranger] = [await open(clinic.omar), await open(clinic.mei), await open(clinic.stranger)]
  await omar.show(viewing(otherChat))
  await mei.show(viewing(chatId))
  await mei.show(writing(chatId))
  await mei.show(viewing(chatId))
  await mei.show(writing(chatId))
  await mei.close()
  await until(() => expect(omar.told.map(({ state }) => state)).toEqual(['writing', 'viewing', 'writing', 'gone']))
  expect(stranger.told).toEqual([])
})

test('only those in the chat are told that someone writes a note there, and the whole tenant once it is a text', async () => {
  const [omar, mei, dana] = [await open(clinic.omar), await open(clinic.mei), await open(clinic.dana)]
  await omar.show(viewing(otherChat))
  await dana.show(viewing(chatId))
  await mei.show(viewing(chatId))
  await mei.show(writing(chatId, 'note'))
  await mei.show(writing(chatId, 'text'))
  await mei.show(writing(chatId, 'note'))
  await mei.show(writing(chatId, 'note'))
  await mei.close()
  const entries = (told: PresenceEntry[]) => told.map(({ state, mode }) => `${state} ${mode}`)
  const ofNotes = ['viewing text', 'writing note', 'writing text', 'writing note', 'writing note', 'gone text']
  await until(() => expect(entries(dana.told)).toEqual(ofNotes))
  // That the text is no longer written is for all.
  await until(() => expect(entries(omar.told)).toEqual(['writing text', 'writing note']))
})

test('a newcomer is told about those who respond', async () => {
  const [omar, mei] = [await open(clinic.omar), await open(clinic.mei)]
  await omar.show(viewing(chatId))
  await mei.show(viewing(chatId))
  await until(() => expect(omar.told).toMatchObject([{ connectionKey: mei.key, isNew: true }]))
  await omar.show(viewing(chatId))
  await until(() => expect(mei.told).toEqual([toldOf(omar, clinic.omar, { state: 'viewing', isNew: false })]))
})

test('a user who opens another chat leaves the first one and appears in the second', async () => {
  const [omar, mei, dana] = [await open(clinic.omar), await open(clinic.mei), await open(clinic.dana)]
  await omar.show(viewing(chatId))
  await dana.show(viewing(otherChat))
  await mei.show(viewing(chatId))
  await mei.show(viewing(otherChat))
  await until(() => expect(omar.told.map(({ state }) => state)).toEqual(['viewing', 'gone']))
  await until(() =>
    expect(dana.told).toEqual([{ ...toldOf(mei, clinic.mei, { state: 'viewing', isNew: true }), chatId: otherChat }]),
  )
  await omar.show(writing(chatId))
  await dana.show(writing(otherChat))
  await until(() => expect(mei.told.at(-1)).toMatchObject({ connectionKey: dana.key }))
})

test('a closed window leaves the chat', async () => {
  const [omar, mei] = [await open(clinic.omar), await open(clinic.mei)]
  await omar.show(viewing(chatId))
  await mei.show(writing(chatId))
  await mei.close()
  await until(() => expect(omar.told.map(({ state }) => state)).toEqual(['writing', 'gone']))
})

test('presence in another tenant’s chat is accepted, but neither sent to that tenant nor received from it', async () => {
  const [omar, stranger] = [await open(clinic.omar), await open(clinic.stranger)]
  await omar.show(viewing(chatId))
  await stranger.show(writing(chatId))
  await stranger.show(writing('00000000-0000-4000-8000-000000000000' as ChatId))
  // Mei is last. If the stranger’s presence had been sent, it would be before hers.
  const mei = await open(clinic.mei)
  await mei.show(viewing(chatId))
  await until(() => expect(omar.told).toMatchObject([{ connectionKey: mei.key }]))
  expect(stranger.told).toEqual([])
})

test.for([
  [null],
  ['text'],
  [{}],
  [{ chatId: 'x', writing: true }],
  [{ chatId: null }],
  [{ ...viewing(null), x: 1 }],
  [{ ...viewing(null), mode: 'x' }],
])('an invalid presence is refused: %o', async ([presence]) => {
  const omar = await open(clinic.omar)
  await expect(omar.show(presence)).rejects.toThrow('The presence is not valid')
  await omar.show(viewing(null))
})

test('a connection that exceeds the limit of calls is refused for a minute, for every method', async () => {
  const [omar, mei] = [await open(clinic.omar), await open(clinic.mei)]
  for (let call = 0; call < REALTIME.callsPerMinute; call++) await omar.show(viewing(null))
  await expect(omar.show(viewing(null))).rejects.toThrow('Too many calls: please wait a minute.')
  await expect(omar.refresh()).rejects.toThrow('Too many calls: please wait a minute.')
  await mei.refresh()
  clock.pass(60_000)
  await omar.refresh()
})
