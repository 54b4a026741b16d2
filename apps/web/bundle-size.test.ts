import { existsSync, readFileSync, statSync } from 'node:fs'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'

/** Bytes of JavaScript that may be transferred before a chat can be read and written. */
const MAX_FIRST_LOAD = 160_000
/** Bytes of a single later chunk. */
const MAX_LATER_CHUNK = 50_000
/** The detector of encodings. Fetched only for a file of contacts that is not Unicode; smaller detectors fail its tests. */
const ENCODING_DETECTOR = /\/jschardet\//
const MAX_ENCODING_DETECTOR = 700_000
/** Bytes of the service worker, which contains the addresses of all calls. */
const MAX_SERVICE_WORKER = 8_000
/** Chunks that the first screen fetches without user action: the live connection. */
const FETCHED_EAGERLY = /@microsoft\/signalr/

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

/** The bytes of a script as it is transferred: the copy that the build has compressed with brotli. */
function transferred(name: string): number {
  const { file } = chunks[name] ?? {}
  if (!file?.endsWith('.js')) return 0
  const compressed = new URL(`${file}.br`, dist)
  return statSync(existsSync(compressed) ? compressed : new URL(file, dist)).size
}

const entries = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)
const eager = Object.keys(chunks).filter((name) => FETCHED_EAGERLY.test(name))
const first = closureOf([...entries, ...eager])

test('first-load JavaScript is at most 160 kB compressed', () => {
  expect(entries).toHaveLength(1)
  const total = [...first].reduce((sum, name) => sum + transferred(name), 0)
  // React alone is more than this: a smaller sum would mean that the manifest was misread.
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(MAX_FIRST_LOAD)
})

test('no later chunk is larger than 50 kB compressed, except the detector of encodings', () => {
  const later = Object.keys(chunks).filter((name) => !first.has(name))
  const [detector, ...otherDetectors] = later.filter((name) => ENCODING_DETECTOR.test(name))
  expect(otherDetectors).toEqual([])
  expect(transferred(detector!)).toBeLessThanOrEqual(MAX_ENCODING_DETECTOR)
  const large = later.filter((name) => name !== detector && transferred(name) > MAX_LATER_CHUNK)
  expect(large).toEqual([])
})

test('the service worker is one small classic script without a fetch handler', () => {
  const script = readFileSync(new URL('service-worker.js', dist), 'utf8')
  // Import and export statements would be syntax errors.
  expect(() => new Script(script)).not.toThrow()
  expect(/\bimport\(|importScripts|addEventListener\(.fetch/.exec(script)).toBeNull()
  expect(statSync(new URL('service-worker.js.br', dist)).size).toBeLessThanOrEqual(MAX_SERVICE_WORKER)
})
