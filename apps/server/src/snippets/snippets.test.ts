import { SNIPPET_BOUNDS, MESSAGE } from '@partyline/contract'
import type { Snippet } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { until } from '../../tests/until.ts'
import { newId } from '../platform/index.ts'

const PIXEL = await sharp({ create: { width: 4, height: 2, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const picture = { fileName: 'map.png', contentType: 'image/png', base64: PIXEL.toString('base64') }
const csv = (bytes: number) => ({
  fileName: 'prices.csv',
  contentType: 'text/csv',
  base64: Buffer.alloc(bytes, 'a').toString('base64'),
})

let harness: Harness
let clinic: Clinic
let dana: Client
let omar: Client
let stranger: Client
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  ;({ dana, omar, stranger } = clinic)
})
afterAll(() => harness.close())

const allow = (sharedSnippets: 'everyone' | 'admins') =>
  dana.get('settings.updateTenant', { body: { name: 'Lakeside', sharedSnippets } })

beforeEach(async () => {
  await allow('everyone')
  for (const client of [dana, omar, stranger]) {
    const { snippets } = await client.get('snippets.list')
    for (const { id: snippetId } of snippets) await client.get('snippets.delete', { params: { snippetId } })
  }
})

const add = (client: Client, body: object = {}): Promise<Snippet> =>
  client.get('snippets.create', { body: { name: 'Hours', text: 'From 9 to 5', ...body } })

const change = (client: Client, { id: snippetId }: Snippet, body: object) =>
  client.call('snippets.update', { params: { snippetId }, body })

const remove = (client: Client, { id: snippetId }: Snippet) => client.call('snippets.delete', { params: { snippetId } })

const namesFor = async (client: Client) => (await client.get('snippets.list')).snippets.map(({ name }) => name)

const fetchFile = (client: Client, { media }: Snippet, at = 0) =>
  fetch(media[at]?.publicLink ?? '', { headers: { authorization: `Bearer ${client.accessToken}` } })

test('people have their own snippets and the shared ones, by name', async () => {
  await add(omar, { name: 'parking' })
  await add(dana, { name: 'Opening hours', shared: true })
  await add(dana, { name: 'Directions' })
  await add(stranger, { name: 'Elsewhere', shared: true })
  expect(await namesFor(omar)).toEqual(['Opening hours', 'parking'])
  expect(await namesFor(dana)).toEqual(['Directions', 'Opening hours'])
  expect(await namesFor(clinic.mei)).toEqual(['Opening hours'])
  expect(await namesFor(stranger)).toEqual(['Elsewhere'])
})

test('a snippet is returned as it was written, and a shortcut in lower case', async () => {
  const text = 'Hi {{first_name|there}},\n  see you on {{appointment date}}. '
  const added = await add(omar, { name: ' Reminder ', shortcut: ' Remind_Me ', text, media: [picture] })
  expect(added).toMatchObject({ name: 'Reminder', shortcut: 'remind_me', text, shared: false })
  expect(added.media).toMatchObject([{ fileName: 'map.png', contentType: 'image/png', width: 4, height: 2 }])
  expect(await omar.get('snippets.list')).toEqual({ snippets: [added], mayEditShared: true })
})

test('only their owner can change and delete personal snippets, whatever their role', async () => {
  const own = await add(omar)
  const missing = { ...own, id: newId<Snippet['id']>() }
  for (const client of [dana, clinic.mei, stranger]) {
    for (const one of [own, missing]) {
      expect((await change(client, one, { name: 'Stolen' })).error).toMatchObject({ error: 'not-found' })
      expect((await remove(client, one)).error).toMatchObject({ error: 'not-found' })
    }
  }
  expect(await namesFor(omar)).toEqual(['Hours'])
  expect((await remove(omar, own)).status).toBe(204)
  expect(await namesFor(omar)).toEqual([])
})

test('everyone can edit shared snippets, unless the organization leaves that to Admins', async () => {
  const shared = await add(omar, { shared: true })
  expect((await change(clinic.mei, shared, { text: 'From 8 to 6' })).status).toBe(200)
  const own = await add(omar, { name: 'Mine' })

  await allow('admins')
  expect((await omar.get('snippets.list')).mayEditShared).toBe(false)
  expect((await dana.get('snippets.list')).mayEditShared).toBe(true)
  const refused = [
    await omar.call('snippets.create', { body: { name: 'Prices', text: 'From $80', shared: true } }),
    await change(omar, shared, { text: 'Closed' }),
    await change(omar, shared, { shared: false }),
    await change(omar, own, { shared: true }),
    await remove(omar, shared),
  ]
  expect(refused.map(({ status, error }) => [status, error?.message])).toEqual(
    refused.map(() => [403, 'Only Admins can change shared snippets.']),
  )
  expect((await change(omar, own, { text: 'Still mine' })).status).toBe(200)
  const { snippets } = await omar.get('snippets.list')
  expect(snippets.map(({ name, text, shared: isShared }) => [name, text, isShared])).toEqual([
    ['Hours', 'From 8 to 6', true],
    ['Mine', 'Still mine', false],
  ])
  expect((await change(dana, shared, { text: 'From 7 to 7' })).status).toBe(200)
  expect((await remove(dana, shared)).status).toBe(204)
})

test('open browsers are told of changed snippets that are shared, or were, and of no other', async () => {
  const listener = await listen(harness.url, clinic.mei)
  const own = await add(omar, { name: 'Mine' })
  await change(omar, own, { text: 'Still mine' })
  const shared = await add(omar, { shared: true })
  await change(dana, shared, { shared: false })
  await remove(omar, own)
  await remove(omar, await add(omar, { name: 'Everyone’s', shared: true }))
  const told = await until(async () => listener.events().length >= 4 && listener.events())
  expect(told.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'TenantCreated'))
  await listener.connection.stop()
})

test('a snippet can be shared, and taken back by the person who changes it', async () => {
  const own = await add(omar)
  expect((await change(omar, own, { shared: true })).data).toMatchObject({ shared: true })
  expect(await namesFor(clinic.mei)).toEqual(['Hours'])
  expect((await change(dana, own, { shared: false })).data).toMatchObject({ shared: false })
  expect(await namesFor(dana)).toEqual(['Hours'])
  expect(await namesFor(omar)).toEqual([])
})

describe('a shortcut', () => {
  test('is unique among the shared snippets, and among those of a person', async () => {
    const shared = await add(dana, { name: 'Opening hours', shortcut: 'hours', shared: true })
    const own = await add(omar, { shortcut: 'hours' })
    await add(clinic.mei, { shortcut: 'hours' })
    const taken = [
      await omar.call('snippets.create', { body: { name: 'Others', text: 'x', shortcut: 'HOURS' } }),
      await omar.call('snippets.create', { body: { name: 'Others', text: 'x', shortcut: 'hours', shared: true } }),
      await change(omar, own, { shared: true }),
      await change(omar, await add(omar, { name: 'Others' }), { shortcut: 'hours' }),
    ]
    expect(taken.map(({ status, error }) => [status, error?.error, error?.errors?.['shortcut']])).toEqual(
      ['Hours', 'Opening hours', 'Opening hours', 'Hours'].map((name) => [
        409,
        'shortcut-taken',
        [`“${name}” already has this shortcut.`],
      ]),
    )
    // Its own is no obstacle, and a removed one is free.
    expect((await change(dana, shared, { name: 'Hours', shortcut: 'hours' })).status).toBe(200)
    expect((await change(dana, shared, { shortcut: null })).data).toMatchObject({ shortcut: null })
    expect((await change(omar, own, { shared: true })).status).toBe(200)
    for (const { id: snippetId } of (await clinic.mei.get('snippets.list')).snippets) {
      await clinic.mei.get('snippets.delete', { params: { snippetId } })
    }
  })

  test('goes to one of those who want it at the same time', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        omar.call('snippets.create', { body: { name: 'Hours', text: 'x', shortcut: 'hours', shared: true } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
  })

  test.each(['two words', '/hours', 'a.b', '', 'x'.repeat(33)])('cannot be “%s”', async (shortcut) => {
    const { status, error } = await omar.call('snippets.create', { body: { name: 'Hours', text: 'x', shortcut } })
    expect([status, Object.keys(error?.errors ?? {})]).toEqual([400, ['shortcut']])
  })

  test.each(['über-uns', 'часы', '時間', '24h'])('can be “%s”', async (shortcut) => {
    expect(await add(omar, { shortcut })).toMatchObject({ shortcut })
  })
})

describe('files', () => {
  test('stay, go, and are added in their order', async () => {
    const added = await add(omar, { media: [picture, csv(10)] })
    const [map, prices] = added.media.map(({ id }) => id)
    const { data: changed } = await change(omar, added, { media: [{ id: prices }, picture, { id: map }] })
    expect(changed?.media.map(({ fileName }) => fileName)).toEqual(['prices.csv', 'map.png', 'map.png'])
    expect([changed?.media[0]?.id, changed?.media[2]?.id]).toEqual([prices, map])
    expect((await change(omar, added, { name: 'Renamed' })).data?.media).toEqual(changed?.media)
    expect((await change(omar, added, { media: [] })).data?.media).toEqual([])
    expect((await change(omar, added, { media: [{ id: map }] })).error).toMatchObject({ error: 'conflict' })
  })

  test('are served to the tenant’s users and no one else', async () => {
    const snippet = await add(omar, { media: [picture] })
    const answer = await fetchFile(omar, snippet)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await answer.arrayBuffer()).byteLength).toBe(PIXEL.length)
    expect((await fetchFile(stranger, snippet)).status).toBe(404)
    expect((await fetchFile(harness.anonymous, snippet)).status).toBe(401)
  })

  test('of another tenant or snippet cannot be taken over', async () => {
    const theirs = await add(stranger, { media: [picture] })
    const other = await add(omar, { name: 'Other', media: [picture] })
    const own = await add(omar)
    for (const id of [theirs.media[0]?.id, other.media[0]?.id, newId()]) {
      expect((await change(omar, own, { media: [{ id }] })).error).toMatchObject({ error: 'conflict' })
    }
  })

  test('are deleted with the snippet, and when a change drops them', async () => {
    const own = await add(omar, { media: [picture, csv(9)] })
    const statuses = () => Promise.all([0, 1].map(async (at) => (await fetchFile(omar, own, at)).status))
    expect(await statuses()).toEqual([200, 200])
    await change(omar, own, { media: [{ id: own.media[0]?.id }] })
    expect(await statuses()).toEqual([200, 404])
    await remove(omar, own)
    expect(await statuses()).toEqual([404, 404])
  })

  test('follow the rules of messages: at most 10, 5 MB in total, and of types that phones get', async () => {
    const half = csv(MESSAGE.maxMediaBytes / 2)
    const own = await add(omar, { media: [half] })
    const kept = { id: own.media[0]?.id }
    const cases = [
      [{ media: Array.from({ length: 11 }, () => csv(1)) }, 400],
      [{ media: [half, csv(MESSAGE.maxMediaBytes / 2 + 1)] }, 413],
      [{ media: [{ ...picture, base64: btoa('<svg/>') }] }, 415],
      [{ media: [{ ...csv(1), contentType: 'text/html', base64: btoa('<html></html>') }] }, 415],
      [{ media: [{ ...picture, base64: 'no base64!' }] }, 400],
    ] as const
    for (const [body, status] of cases) {
      const created = await omar.call('snippets.create', { body: { name: 'x', text: 'x', ...body } })
      expect([body.media.length, created.status]).toEqual([body.media.length, status])
    }
    expect((await change(omar, own, { media: [kept, half] })).status).toBe(200)
    expect((await change(omar, own, { media: [kept, csv(MESSAGE.maxMediaBytes / 2 + 1)] })).status).toBe(413)
    expect(await namesFor(omar)).toEqual(['Hours'])
  })
})

test('a snippet has a name, and a text or a file', async () => {
  const cases = [
    [{ text: 'x' }, 'name', 'Name should be defined.'],
    [{ name: ' ', text: 'x' }, 'name', 'Name should be defined.'],
    [{ name: 'x' }, 'text', 'Text is required.'],
    [{ name: 'x', text: ' \n' }, 'text', 'Write a text, or add a file.'],
    [{ name: 'x', text: 'x'.repeat(1_601) }, 'text', 'Text should have at most 1,600 characters.'],
    [{ name: 'x'.repeat(201), text: 'x' }, 'name', 'Name should have at most 200 characters.'],
  ] as const
  for (const [body, field, message] of cases) {
    const { status, error } = await omar.call('snippets.create', { body })
    expect([status, error?.errors]).toEqual([400, { [field]: [message] }])
  }
  const picturesOnly = await add(omar, { text: '', media: [picture] })
  expect((await change(omar, picturesOnly, { media: [] })).error?.errors).toEqual({
    text: ['Write a text, or add a file.'],
  })
})

test('nobody has more than 500 snippets of a kind', async () => {
  const client = clinic.mei
  const body = { name: 'Hours', text: 'From 9 to 5' }
  const { length: known } = await namesFor(client)
  // One after the other: hundreds at once would wait for the same lock, and on a slow machine some for too long.
  for (let count = known; count < SNIPPET_BOUNDS.count - 1; count += 1) await client.get('snippets.create', { body })
  const answers = await Promise.all([1, 2].map(() => client.call('snippets.create', { body })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  const { error } = await client.call('snippets.create', { body })
  expect(error).toMatchObject({ error: 'conflict', message: 'There are already 500 snippets. Delete some first.' })
  expect((await change(client, (await client.get('snippets.list')).snippets[0] as Snippet, body)).status).toBe(200)
  expect((await client.call('snippets.create', { body: { ...body, shared: true } })).status).toBe(200)
})
