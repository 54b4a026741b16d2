import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

/** The most JavaScript, in bytes gzipped, before a chat can be read and written. */
const FIRST_LOAD = 180_000
/** The most that a single later step may fetch. */
const LATER_CHUNK = 60_000
/** What the first screen fetches by itself although nobody asked for it: the live connection. */
const FETCHED_AT_ONCE = /@microsoft\/signalr/

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }

const dist = new URL('./dist/', import.meta.url)
const chunks = readManifest()

function readManifest(): Record<string, Chunk> {
  try {
    return JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<string, Chunk>
  } catch (cause) {
    throw new Error('The web app is not built. Run npm run build first.', { cause })
  }
}

/** The chunks that are fetched together with the given ones. */
function closureOf(names: string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue
    seen.add(name)
    closureOf(chunks[name]?.imports ?? [], seen)
  }
  return seen
}

function gzipped(name: string): number {
  const { file } = chunks[name] ?? {}
  return file?.endsWith('.js') ? gzipSync(readFileSync(new URL(file, dist))).length : 0
}

const entries = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)
const atOnce = Object.keys(chunks).filter((name) => FETCHED_AT_ONCE.test(name))
const first = closureOf([...entries, ...atOnce])

test('the first page’s JavaScript is at most 180 kB gzipped', () => {
  expect(entries).toHaveLength(1)
  const total = [...first].reduce((sum, name) => sum + gzipped(name), 0)
  // React alone is more than this: a smaller sum would mean that the manifest was misread.
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(FIRST_LOAD)
})

test('no later chunk is larger than 60 kB gzipped', () => {
  const large = Object.keys(chunks).filter((name) => !first.has(name) && gzipped(name) > LATER_CHUNK)
  expect(large).toEqual([])
})
