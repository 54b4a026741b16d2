import { expect, test } from 'vitest'
import type { Api } from '../../platform/api.ts'
import { currentTimeZone } from '../../platform/times.ts'
import { exportContacts, tagContacts } from './bulk.ts'

const OF = { matching: { filters: {} } }

/** Answers with these replies, in order, and keeps the bodies of the requests. */
function apiWith(replies: unknown[]) {
  const bodies: unknown[] = []
  const call = (_: string, { body }: { body: unknown }) => {
    bodies.push(body)
    return Promise.resolve(replies[bodies.length - 1])
  }
  return { api: { call } as unknown as Api, bodies }
}

test('tags are added with each cursor until there is none', async () => {
  const counts: number[] = []
  const { api, bodies } = apiWith([
    { changed: 2, nextCursor: 'x' },
    { changed: 1, nextCursor: null },
  ])
  const pace = { onDone: (count: number) => counts.push(count), isStopped: () => false }
  await tagContacts(api, { of: OF, add: ['VIP'] }, pace)
  expect(bodies).toEqual([
    { of: OF, add: ['VIP'] },
    { of: OF, add: ['VIP'], cursor: 'x' },
  ])
  expect(counts).toEqual([2, 3])
})

test('Stop ends after the part that runs', async () => {
  const { api, bodies } = apiWith([{ changed: 2, nextCursor: 'x' }])
  await tagContacts(api, { of: OF, add: ['VIP'] }, { onDone: () => undefined, isStopped: () => true })
  expect(bodies).toHaveLength(1)
})

test('the parts of an export are one file', async () => {
  const { api, bodies } = apiWith([
    { fileName: 'contacts.csv', csv: 'Name\r\nAna\r\n', nextCursor: 'x' },
    { fileName: 'other.csv', csv: 'Bo\r\n', nextCursor: null },
  ])
  const file = await exportContacts(api, OF, { onDone: () => undefined, isStopped: () => false })
  const timeZone = currentTimeZone()
  expect(file).toEqual({ fileName: 'contacts.csv', parts: ['Name\r\nAna\r\n', 'Bo\r\n'] })
  expect(bodies).toEqual([
    { of: OF, timeZone },
    { of: OF, timeZone, cursor: 'x' },
  ])
})

test('a stopped export is no file', async () => {
  const { api } = apiWith([{ fileName: 'contacts.csv', csv: 'Name\r\n', nextCursor: 'x' }])
  expect(await exportContacts(api, OF, { onDone: () => undefined, isStopped: () => true })).toBeNull()
})
