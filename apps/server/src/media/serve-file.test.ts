import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveFile } from './serve-file.ts'

const BYTES = randomBytes(20_000_000)
const app = Fastify()
const read: number[] = []
let records = 0
let isGone = false
let url: string
beforeAll(async () => {
  app.get('/file', (request, reply) =>
    serveFile(request, reply, {
      contentType: 'application/zip',
      fileName: 'archive.zip',
      isInline: false,
      length: BYTES.length,
      etag: '"1"',
      async read(range) {
        const { first, last } = range ?? { first: 0, last: BYTES.length - 1 }
        if (isGone && first > 0) return null
        read.push(last - first + 1)
        return BYTES.subarray(first, last + 1)
      },
      async beforeSending() {
        records += 1
      },
    }),
  )
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/file`
})
afterAll(() => app.close())

test.each([
  ['whole', {}, BYTES, 200],
  ['by a range', { range: 'bytes=5-18000004' }, BYTES.subarray(5, 18_000_005), 206],
])('a large file is sent %s, and read in pieces', async (_, headers, expected, status) => {
  read.length = 0
  const answer = await fetch(url, { headers })
  expect([answer.status, answer.headers.get('content-length')]).toEqual([status, String(expected.length)])
  expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), expected)).toBe(0)
  expect(read.length).toBeGreaterThan(1)
  expect(Math.max(...read)).toBeLessThanOrEqual(8_000_000)
})

test('only what sends bytes is recorded', async () => {
  records = 0
  await (await fetch(url, { headers: { range: 'bytes=0-9' } })).arrayBuffer()
  await fetch(url, { method: 'HEAD' })
  await fetch(url, { headers: { 'if-none-match': '"1"' } })
  await fetch(url, { headers: { range: `bytes=${BYTES.length}-` } })
  expect(records).toBe(1)
})

test('bytes that disappear end the connection', async () => {
  isGone = true
  const answer = await fetch(url)
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
  isGone = false
})
