import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createStillClock } from '../../tests/still-clock.ts'
import { until } from '../../tests/until.ts'
import { AppError, newId } from '../platform/index.ts'
import { openMediaFolder } from './index.ts'
import type { MediaStore } from './media-store.ts'
import { blank, openMediaRoom } from './tests/media-room.ts'
import type { MediaRoom } from './tests/media-room.ts'
import { openTestBucket } from './tests/test-bucket.ts'
import type { TestBucket } from './tests/test-bucket.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await openTestBucket()
})
afterAll(() => bucket.close())
afterEach(() => {
  bucket.fault = null
})

describe.each(['folder', 'bucket'] as const)('files in a %s', (kind) => {
  let room: MediaRoom
  let store: MediaStore
  beforeAll(async () => {
    room = await openMediaRoom((folder) => {
      store = kind === 'folder' ? openMediaFolder(folder) : bucket.open()
      return store
    })
  })
  afterAll(() => room.close())

  test('are read as they were written, entirely and in ranges', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))
    const key = `${newId()}/2026-11/${newId()}`
    await store.write(key, bytes)
    expect(bytes.equals((await store.read(key, null)) ?? Buffer.alloc(0))).toBe(true)
    for (const [first, last] of [
      [0, 1],
      [99_999, 99_999],
      [10, 50_000],
    ] as const) {
      const part = await store.read(key, { first, last })
      expect([first, last, part?.length]).toEqual([first, last, last - first + 1])
      expect(bytes.subarray(first, last + 1).equals(part ?? Buffer.alloc(0))).toBe(true)
    }
  })

  test('can be overwritten, and are null if missing', async () => {
    const key = `${newId()}/2026-11/${newId()}.w384`
    expect(await store.read(key, null)).toBeNull()
    expect(await store.read(key, { first: 0, last: 1 })).toBeNull()
    await store.write(key, Buffer.from('first'))
    await store.write(key, Buffer.from('second'))
    expect(Buffer.from((await store.read(key, null)) ?? []).toString()).toBe('second')
  })

  test('can be removed, also if there are none', async () => {
    const key = `${newId()}/2026-11/${newId()}`
    await store.write(key, Buffer.from('bytes'))
    await store.remove(key)
    expect(await store.read(key, null)).toBeNull()
    await store.remove(key)
  })

  test('are served with ranges and smaller copies', async () => {
    const file = await room.store('wide.jpg', 'image/jpeg', await blank(600, 300).jpeg().toBuffer())
    const link = room.pathOf(file)
    const whole = await room.get(link)
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, file.length])
    const part = await room.get(link, { range: 'bytes=5-9' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 5-9/${file.length}`])
    expect(part.rawPayload.equals(whole.rawPayload.subarray(5, 10))).toBe(true)
    for (let times = 0; times < 2; times += 1) {
      const copy = await room.get(`${link}?w=128`)
      expect(await sharp(copy.rawPayload).metadata()).toMatchObject({ width: 128, format: 'webp' })
    }
  })

  test('can be checked', async () => {
    expect(await store.check()).toBe(kind === 'folder' ? 'folder' : 'private')
  })
})

describe('a bucket', () => {
  const reasonOf = async (work: Promise<unknown>) => {
    const error = await work.then(() => null).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).status).toBe(503)
    return String((error as AppError).cause)
  }

  test('that is public is detected', async () => {
    bucket.fault = ({ signed }) => (signed ? null : 200)
    expect(await bucket.open().check()).toBe('public')
  })

  test('is retried after a temporary failure', async () => {
    const store = bucket.open()
    const failures = [500, 503]
    bucket.fault = () => failures.shift() ?? null
    await store.write('a/b', Buffer.from('kept'))
    failures.push(503)
    expect(Buffer.from((await store.read('a/b', null)) ?? []).toString()).toBe('kept')
  })

  test('that keeps failing makes calls unavailable after three tries', async () => {
    bucket.fault = () => 503
    const before = bucket.requests
    expect(await reasonOf(bucket.open().read('a/b', null))).toContain('503')
    expect(bucket.requests - before).toBe(3)
  })

  test('that does not respond is given up after three timeouts', async () => {
    const clock = createStillClock()
    bucket.fault = () => 'hang'
    const before = bucket.requests
    const reading = reasonOf(bucket.open({ clock }).read('a/b', null))
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await until(async () => bucket.requests - before === attempt)
      clock.pass(10_000)
    }
    expect(await reading).toContain('did not answer in time')
  })

  test('that refuses the key or does not exist is distinguished from a missing file', async () => {
    const wrong = bucket.open({ secret: 'another secret' })
    const reason = await reasonOf(wrong.read('a/missing', null))
    expect(reason).toContain('403 SignatureDoesNotMatch')
    expect(reason).not.toMatch(/another secret|S3RVER/)
    expect(await reasonOf(bucket.open({ bucket: 'nowhere' }).read('a/missing', null))).toContain('404 NoSuchBucket')
    expect(await reasonOf(wrong.write('a/b', Buffer.from('x')))).toContain('403')
    await reasonOf(wrong.check())
  })

  test('whose key cannot list files is detected, because a missing file then looks like a refusal', async () => {
    bucket.fault = ({ method, signed }) => (method === 'GET' && signed ? 403 : null)
    expect(await reasonOf(bucket.open().check())).toContain('403 AccessDenied')
  })
})
