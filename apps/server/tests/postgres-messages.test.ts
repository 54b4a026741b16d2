import { expect, test } from 'vitest'
import { createMessageReader, stringsOf } from './postgres-messages.ts'

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}

test.each([1, 3, 1_000])('messages are read whole from chunks of %i bytes', (size) => {
  const sent = Buffer.concat([
    message('', 'startup'),
    message('Q', 'select 1\0'),
    message('B', '\0name\0…'),
    message('S', ''),
  ])
  const read: unknown[] = []
  const reader = createMessageReader('client', (type, body) => read.push([type, ...stringsOf(body)]))
  const isAmid: boolean[] = []
  for (let at = 0; at < sent.length; at += size) {
    reader.read(sent.subarray(at, at + size))
    isAmid.push(reader.isAmidMessage())
  }
  expect(read).toEqual([
    ['', 'startup'],
    ['Q', 'select 1', ''],
    ['B', '', 'name', '…'],
    ['S', ''],
  ])
  expect(isAmid.at(0)).toBe(size < sent.length)
  expect(isAmid.at(-1)).toBe(false)
})
