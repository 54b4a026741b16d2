import { randomBytes } from 'node:crypto'
import type { ChatChange } from '@partyline/contract'
import { array, assert, asyncProperty, integer, uuid } from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { ConversationItem } from '../exports/index.ts'
import type { TablePage } from '../platform/index.ts'
import type { ArchivePosition } from './archives-store.ts'
import { itemsThatFit } from './conversation-section.ts'
import { createPart, fillPart } from './part-writer.ts'
import type { Part } from './part-writer.ts'
import { tableSection } from './record-sections.ts'
import { createZipWriter } from './zip-writer.ts'

const EPOCH = Date.parse('2026-11-23T09:00:00.000Z')

const itemAt = (ms: number, nth: number): ConversationItem => {
  const at = new Date(EPOCH + ms).toISOString()
  return { kind: 'change', at, id: String(nth), author: null, change: { id: String(nth), at } as unknown as ChatChange }
}

async function* from(items: readonly ConversationItem[], start: Date) {
  for (const item of items) if (Date.parse(item.at) >= start.getTime()) yield item
}

/** All pieces, each of which begins where the one before says. */
async function piecesOf(items: readonly ConversationItem[], limits: { maxBytes: number; maxEntries: number }) {
  const pieces: ConversationItem[][] = []
  for (let next: Date | null = new Date(0); next !== null;) {
    const piece = await itemsThatFit(from(items, next), limits)
    pieces.push(piece.items)
    ;({ next } = piece)
  }
  return pieces
}

test('pieces of a conversation have each entry once, in its order, and none is larger than it has to be', async () => {
  const steps = array(integer({ min: 0, max: 2 }), { maxLength: 40 })
  await assert(
    asyncProperty(steps, integer({ min: 1, max: 8 }), async (gaps, maxEntries) => {
      let ms = 0
      const items = gaps.map((gap, nth) => itemAt((ms += gap), nth))
      const pieces = await piecesOf(items, { maxBytes: Infinity, maxEntries })
      expect(pieces.flat()).toEqual(items)
      for (const piece of pieces) {
        // Entries of one time stay together.
        const last = piece.at(-1)?.at
        expect(piece.filter(({ at }) => at !== last).length).toBeLessThan(Math.max(maxEntries, 1))
      }
    }),
  )
})

test('a piece ends before the entry that exceeds its bytes, except the first one', async () => {
  const items = [0, 1, 2, 3].map((ms, nth) => itemAt(ms, nth))
  const size = JSON.stringify(items[0]).length
  const lengths = async (maxBytes: number) =>
    (await piecesOf(items, { maxBytes, maxEntries: 100 })).map(({ length }) => length)
  expect(await lengths(2 * size)).toEqual([2, 2])
  expect(await lengths(3 * size - 1)).toEqual([2, 2])
  expect(await lengths(3 * size)).toEqual([3, 1])
  expect(await lengths(1)).toEqual([1, 1, 1, 1])
})

test('tables that are longer than a part have each row once, and each of their files has the head', async () => {
  const rows = array(uuid(), { maxLength: 60 })
  await assert(
    asyncProperty(
      rows,
      rows,
      integer({ min: 1, max: 5 }),
      integer({ min: 1, max: 2_000 }),
      async (one, other, size, maxBytes) => {
        const pages =
          (all: readonly string[]) =>
          async (cursor: string | null): Promise<TablePage> => {
            const start = Number(cursor ?? 0)
            const end = start + size
            const page = all.slice(start, end).map((cell) => [cell])
            return { head: ['Cell'], rows: page, nextCursor: end < all.length ? String(end) : null }
          }
        const sections = [tableSection('one', pages(one)), tableSection('other', pages(other))]
        const read: Record<string, string[]> = { one: [], other: [] }
        let position: ArchivePosition | null = { section: 'one', cursor: null, from: null, file: 1, chatsDone: 0 }
        const names: string[] = []
        while (position) {
          const zip = createZipWriter({ at: new Date(EPOCH), breathe: async () => {} })
          position = await fillPart(createPart(zip, { maxBytes }), sections, position)
          for (const [name, bytes] of Object.entries(unzipSync(zip.end()))) {
            names.push(name)
            const [head, ...cells] = Buffer.from(bytes).toString('utf8').trimEnd().split('\r\n')
            expect(head).toBe('\uFEFF"Cell"')
            read[name.replace(/( \d+)?\.csv$/, '')]?.push(...cells.map((cell) => cell.slice(1, -1)))
          }
        }
        expect(read).toEqual({ one, other })
        expect(new Set(names).size).toBe(names.length)
      },
    ),
    { numRuns: 30 },
  )
})

test('a part begins with the conversations that were read before it, and no attempt counts twice', async () => {
  const sections = [
    {
      name: 'conversations',
      async write(part: Part, { cursor }: { cursor: string | null }) {
        const nth = Number(cursor ?? 0) + 1
        await part.zip.add(`${nth}.html`, [randomBytes(200)])
        part.chatsDone += 1
        return nth === 5 ? null : { cursor: String(nth), from: null, file: 1 }
      },
    },
  ]
  const start: ArchivePosition = { section: 'conversations', cursor: null, from: null, file: 1, chatsDone: 0 }
  const attempt = async (position: ArchivePosition) => {
    const zip = createZipWriter({ at: new Date(EPOCH), breathe: async () => {} })
    return fillPart(createPart(zip, { maxBytes: 400 }), sections, position)
  }
  const second = await attempt(start)
  expect(second).toMatchObject({ cursor: '2', chatsDone: 2 })
  expect(await attempt(start)).toEqual(second)
  const third = second && (await attempt(second))
  expect(third).toMatchObject({ cursor: '4', chatsDone: 4 })
  expect(third && (await attempt(third))).toBeNull()
})
