import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/index.ts'
import type { StoredFile } from './index.ts'
import { blank, openMediaRoom, picture } from './tests/media-room.ts'
import type { MediaRoom } from './tests/media-room.ts'

let room: MediaRoom
beforeAll(async () => {
  room = await openMediaRoom()
})
afterAll(() => room.close())

describe('a file', () => {
  test('is served with its content type, and revalidated by browsers', async () => {
    const bytes = await picture()
    const file = await room.store('Front door.png', 'image/png', bytes)
    const answer = await room.get(room.pathOf(file))
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="Front door.png"; filename*=UTF-8''Front%20door.png`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('answers 304 to a browser that has it', async () => {
    const file = await room.store('wide.jpg', 'image/jpeg', await blank(600, 300).jpeg().toBuffer())
    for (const link of [room.pathOf(file), `${room.pathOf(file)}?w=384`]) {
      const { etag } = (await room.get(link)).headers
      for (const tags of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await room.get(link, { 'if-none-match': tags })
        expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag])
      }
      expect((await room.get(link, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    }
  })

  test('answers HEAD like GET, without the bytes', async () => {
    const file = await room.store('wide.jpg', 'image/jpeg', await blank(600, 300).jpeg().toBuffer())
    for (const link of [room.pathOf(file), `${room.pathOf(file)}?w=384`]) {
      const [head, get] = [await room.head(link, { range: 'bytes=0-3' }), await room.get(link)]
      expect(head.statusCode).toBe(200)
      expect(head.rawPayload).toHaveLength(0)
      for (const name of ['content-type', 'content-length', 'content-disposition', 'etag', 'accept-ranges']) {
        expect(head.headers[name]).toBe(get.headers[name])
      }
    }
  })

  test('that does not exist answers 404', async () => {
    const [before] = room.pathOf(await room.store('a.png', 'image/png', await picture())).split(/(?<=media\/)/)
    const answer = await room.get(`${before}${newId()}/a.png`)
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'not-found'])
  })
})

describe('a range', () => {
  let link: string
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await picture()
    link = room.pathOf(await room.store('a.png', 'image/png', bytes))
  })

  test.each([
    ['bytes=0-1', 0, 1],
    ['bytes=10-', 10, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=-99999', 0, undefined],
    ['bytes=5-99999', 5, undefined],
    ['Bytes = 0 - 0', 0, 0],
  ])('%s returns that part', async (range, first, last) => {
    const answer = await room.get(link, { range })
    const part = bytes.subarray(first, last === undefined ? undefined : last + 1)
    const from = bytes.length - bytes.subarray(first).length
    expect(answer.statusCode).toBe(206)
    expect(answer.rawPayload.equals(part)).toBe(true)
    expect(answer.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-range': `bytes ${from}-${from + part.length - 1}/${bytes.length}`,
      'content-length': String(part.length),
      'content-type': 'image/png',
    })
  })

  test.each(['bytes=99999-', 'bytes=99999-100000', 'bytes=-0'])('%s is not satisfiable', async (range) => {
    const answer = await room.get(link, { range })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    expect(answer.json()).toMatchObject({ error: 'range-not-satisfiable' })
  })

  test.each(['bytes=0-1,5-6', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'chapters=1-2', ''])(
    '%j returns the entire file',
    async (range) => {
      const answer = await room.get(link, { range })
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, bytes.length])
    },
  )

  test('of a file that has changed returns the entire file', async () => {
    const { etag } = (await room.get(link)).headers
    expect((await room.get(link, { range: 'bytes=0-1', 'if-range': String(etag) })).statusCode).toBe(206)
    expect((await room.get(link, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
  })

  test('of a smaller copy returns a part of the copy', async () => {
    const file = await room.store('wide.jpg', 'image/jpeg', await blank(600, 300).jpeg().toBuffer())
    const whole = await room.get(`${room.pathOf(file)}?w=128`)
    const part = await room.get(`${room.pathOf(file)}?w=128`, { range: 'bytes=4-9' })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals(whole.rawPayload.subarray(4, 10))).toBe(true)
  })
})

describe('a smaller copy', () => {
  test('has the requested width, and is stored', async () => {
    const file = await room.store('wide.jpg', 'image/jpeg', await blank(1000, 500).jpeg().toBuffer())
    const copies = await Promise.all([room.get(`${room.pathOf(file)}?w=128`), room.get(`${room.pathOf(file)}?w=128`)])
    for (const copy of copies) {
      expect(copy.headers['content-type']).toBe('image/webp')
      expect(await sharp(copy.rawPayload).metadata()).toMatchObject({ width: 128, height: 64, format: 'webp' })
    }
    expect(await room.onDisk(file)).toEqual([file.fileId, `${file.fileId}.w128`])
    expect((await room.get(`${room.pathOf(file)}?w=128`)).rawPayload.equals(copies[0].rawPayload)).toBe(true)
  })

  test('is never larger than the picture', async () => {
    const bytes = await picture(100, 80)
    const file = await room.store('small.png', 'image/png', bytes)
    expect((await room.get(`${room.pathOf(file)}?w=128`)).rawPayload.equals(bytes)).toBe(true)
  })

  test('of an animation is animated', async () => {
    const frames = await Promise.all([blank(200, 100), blank(200, 100).negate()].map((frame) => frame.png().toBuffer()))
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const file = await room.store('moving.gif', 'image/gif', bytes)
    expect(file).toMatchObject({ contentType: 'image/gif', width: 200, height: 100 })
    const copy = await room.get(`${room.pathOf(file)}?w=64`)
    expect(await sharp(copy.rawPayload).metadata()).toMatchObject({ width: 64, pages: 2 })
  })

  test('of a picture that cannot be resized is the picture itself', async () => {
    const file = await room.store('wide.jpg', 'image/jpeg', await blank(600, 300).jpeg().toBuffer())
    const damaged = Buffer.alloc(file.length, 7)
    await room.overwrite(file, damaged)
    for (let times = 0; times < 2; times += 1) {
      const answer = await room.get(`${room.pathOf(file)}?w=128`)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(answer.rawPayload.equals(damaged)).toBe(true)
    }
  })

  test('exists only in the supported widths', async () => {
    const file = await room.store('a.png', 'image/png', await picture(300, 300))
    for (const width of ['127', '0', '-64', '1e9', 'x', '']) {
      expect((await room.get(`${room.pathOf(file)}?w=${width}`)).statusCode).toBe(400)
    }
  })
})

describe('the file’s name', () => {
  test.each([
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\Users\\me\\door.PNG', 'door.PNG'],
    ['a"; filename="b.exe', 'a ; filename= b.exe.png'],
    ['line\r\nSet-Cookie: a=b.png', 'line Set-Cookie a=b.png'],
    ['gpj\u202Egnp.exe', 'gpj gnp.exe.png'],
    ['', 'picture.png'],
    ['...', 'picture.png'],
    ['.png', 'png.png'],
    ['.htaccess', 'htaccess.png'],
    [`${'長'.repeat(300)}.png`, `${'長'.repeat(100)}.png`],
    [`${'a'.repeat(99)}😀.png`, `${'a'.repeat(99)}.png`],
    ['\uD800.png', '\uFFFD.png'],
    ['100%25 50%.png', '100%25 50%.png'],
  ])('%j becomes %j, and its link works', async (written, kept) => {
    const file = await room.store(written, 'image/png', await picture())
    expect(file.fileName).toBe(kept)
    const answer = await room.get(room.pathOf(file))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
    const [, encoded = ''] = String(answer.headers['content-disposition']).split("filename*=UTF-8''")
    expect(decodeURIComponent(encoded)).toBe(kept)
  })
})

test('an unused file is deleted with its smaller copies, and one that a message has is not', async () => {
  const bytes = await blank(1000, 500).jpeg().toBuffer()
  const [unused, used] = [
    await room.store('a.jpg', 'image/jpeg', bytes),
    await room.store('b.jpg', 'image/jpeg', bytes),
  ]
  await room.attachToMessage(used)
  for (const file of [unused, used]) expect((await room.get(`${room.pathOf(file)}?w=128`)).statusCode).toBe(200)
  expect(await room.onDisk(unused)).toHaveLength(2)
  const forgotten = await room.forget([unused, used])
  expect(forgotten).toEqual([unused])
  await room.media.erase(forgotten)
  expect((await room.get(room.pathOf(unused))).statusCode).toBe(404)
  expect(await room.onDisk(unused)).toEqual([])
  expect((await room.get(room.pathOf(used))).statusCode).toBe(200)
  expect(await room.onDisk(used)).toHaveLength(2)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [1234, '1.2 KB'],
  [999_949, '999.9 KB'],
  [999_950, '1 MB'],
  [1_234_567, '1.2 MB'],
  [16_000_000, '16 MB'],
])('%i bytes are shown as %s', (length, fileSize) => {
  const file: StoredFile = {
    fileId: newId(),
    directory: 'd',
    fileName: 'a.png',
    contentType: 'image/png',
    length,
    width: 1,
    height: 1,
  }
  expect(room.media.present(file)).toMatchObject({ fileSize, length })
})
