import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../platform/index.ts'
import type { StoredFile } from './index.ts'
import { blank, NOON, openMediaRoom, picture } from './tests/media-room.ts'
import type { MediaRoom } from './tests/media-room.ts'

let room: MediaRoom
beforeAll(async () => {
  room = await openMediaRoom()
})
afterAll(() => room.close())
beforeEach(() => room.setTime(NOON))

describe('a link', () => {
  test('gives the bytes with their type, to be kept by a browser until the link ends', async () => {
    const bytes = await picture()
    const file = await room.store('Front door.png', 'image/png', bytes)
    const answer = await room.get(room.pathOf(file))
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="Front door.png"; filename*=UTF-8''Front%20door.png`,
      'cache-control': `private, max-age=${1.5 * 24 * 60 * 60}, immutable`,
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('answers HEAD as GET, without the bytes', async () => {
    const file = await room.store('a.png', 'image/png', await picture())
    const [asked, got] = [await room.head(room.pathOf(file)), await room.get(room.pathOf(file))]
    expect(asked.statusCode).toBe(200)
    expect(asked.rawPayload).toHaveLength(0)
    for (const name of ['content-type', 'content-length', 'content-disposition', 'cache-control']) {
      expect(asked.headers[name]).toBe(got.headers[name])
    }
  })

  test('is the same all day, works for one day at least and for two at most', async () => {
    const file = await room.store('a.png', 'image/png', await picture())
    const link = room.pathOf(file)
    room.setTime(new Date('2026-11-21T23:59:59Z'))
    expect(room.pathOf(file)).toBe(link)
    room.setTime(new Date('2026-11-22T23:59:59Z'))
    expect((await room.get(link)).statusCode).toBe(200)
    expect(room.pathOf(file)).not.toBe(link)
    room.setTime(new Date('2026-11-23T00:00:00Z'))
    expect((await room.get(link)).statusCode).toBe(404)
  })

  test('that is forged is not found', async () => {
    const file = await room.store('a.png', 'image/png', await picture())
    const [before, token = '', name] = room.pathOf(file).split(/(?<=media\/)|\/(?=a\.png)/)
    const bytes = Buffer.from(token, 'base64url')
    const forged = Array.from(bytes, (byte, index) => {
      const changed = Buffer.from(bytes)
      changed[index] = byte ^ 1
      return changed.toString('base64url')
    })
    for (const wrong of [...forged, token.slice(0, -2), `${token}AA`, 'x', '%00', '..%2f..%2fetc']) {
      const answer = await room.get(`${before}${wrong}/${name}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ error: 'not-found' })
    }
    expect((await room.get(`${before}${token}/another-name.png`)).statusCode).toBe(200)
  })

  test('of another installation is not found', async () => {
    const file = await room.store('a.png', 'image/png', await picture())
    const pathname = room.pathOf(file, room.stranger())
    expect((await room.get(pathname)).statusCode).toBe(404)
  })

  test('is absolute, for people and for Twilio', async () => {
    const file = await room.store('Grüße.png', 'image/png', await picture())
    expect(room.media.linkForTwilio(room.tenantId, file)).toMatch(
      /^https:\/\/texts\.example\/api\/v1\/media\/[\w-]{91}\/Gr%C3%BC%C3%9Fe\.png$/,
    )
  })
})

describe('a smaller copy', () => {
  test('has the width that was asked for, and is kept', async () => {
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

  test('keeps moving', async () => {
    const frames = await Promise.all([blank(200, 100), blank(200, 100).negate()].map((frame) => frame.png().toBuffer()))
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const file = await room.store('moving.gif', 'image/gif', bytes)
    expect(file).toMatchObject({ contentType: 'image/gif', width: 200, height: 100 })
    const copy = await room.get(`${room.pathOf(file)}?w=64`)
    expect(await sharp(copy.rawPayload).metadata()).toMatchObject({ width: 64, pages: 2 })
  })

  test('exists in the widths of the list only', async () => {
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

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [1234, '1.2 KB'],
  [999_949, '999.9 KB'],
  [999_950, '1 MB'],
  [1_234_567, '1.2 MB'],
  [16_000_000, '16 MB'],
])('%i bytes are %s to people', (length, fileSize) => {
  const file: StoredFile = {
    fileId: newId(),
    directory: 'd',
    fileName: 'a.png',
    contentType: 'image/png',
    length,
    width: 1,
    height: 1,
  }
  expect(room.media.present(room.tenantId, file)).toMatchObject({ fileSize, length })
})
