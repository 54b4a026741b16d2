import { FILE_TEXTS, SENDABLE_TYPES } from '@partyline/contract'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../platform/index.ts'
import { pictureEnd } from './picture-end.ts'
import { blank, openMediaRoom, picture } from './tests/media-room.ts'
import type { MediaRoom } from './tests/media-room.ts'

let room: MediaRoom
beforeAll(async () => {
  room = await openMediaRoom()
})
afterAll(() => room.close())

const refusal = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

describe('a stored picture', () => {
  const withLocation = (bytes: Sharp, orientation: number) =>
    bytes.withExif({
      IFD0: { Make: 'Phone', Orientation: String(orientation) },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 4366/100',
      },
    })

  test.each(['jpeg', 'png', 'webp'] as const)('has no camera or location metadata if it is a %s', async (format) => {
    const bytes = await withLocation(blank(60, 40).toFormat(format), 1).toBuffer()
    expect((await sharp(bytes).metadata()).exif?.includes('Phone')).toBe(true)
    const file = await room.receive(`image/${format}`, bytes)
    const kept = (await room.get(room.pathOf(file))).rawPayload
    const { exif, xmp, iptc, width, height } = await sharp(kept).metadata()
    expect({ exif, xmp, iptc, width, height, format: (await sharp(kept).metadata()).format }).toEqual({
      width: 60,
      height: 40,
      format,
    })
    expect(kept.includes('Phone')).toBe(false)
    expect(file.length).toBe(kept.length)
  })

  test('is rotated according to its EXIF orientation, and has the displayed size', async () => {
    const bytes = await blank(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const file = await room.store('upright.jpg', 'image/jpeg', bytes)
    expect(file).toMatchObject({ width: 40, height: 60 })
    const kept = await sharp((await room.get(room.pathOf(file))).rawPayload).metadata()
    expect(kept).toMatchObject({ width: 40, height: 60 })
    expect(kept.orientation).toBeUndefined()
  })

  test('is not larger than the uploaded photo', async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, index) => (index * 7919) % 251))
    const raw = sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
    const bytes = await withLocation(raw.jpeg({ quality: 80 }), 1).toBuffer()
    const file = await room.store('noise.jpg', 'image/jpeg', bytes)
    expect(file.length).toBeLessThanOrEqual(bytes.length)
  })
})

describe('data after the end of a picture', () => {
  const SECRET = 'GPS 51.5 -0.1'

  test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'is removed from a %s without changing the picture',
    async (format) => {
      const frames = await Promise.all([blank(60, 40), blank(60, 40).negate()].map((frame) => frame.png().toBuffer()))
      const source = format === 'gif' ? sharp(frames, { join: { animated: true } }) : blank(61, 43)
      const bytes = await source.toFormat(format).toBuffer()
      const file = await room.receive(`image/${format}`, Buffer.concat([bytes, Buffer.from(SECRET)]))
      expect((await room.get(room.pathOf(file))).rawPayload.equals(bytes)).toBe(true)
    },
  )

  test('is removed from a progressive JPEG with several scans', async () => {
    const noise = Buffer.from(Array.from({ length: 90 * 70 * 3 }, (_, index) => (index * 7919) % 251))
    const raw = sharp(noise, { raw: { width: 90, height: 70, channels: 3 } })
    const bytes = await raw.jpeg({ progressive: true, quality: 95 }).toBuffer()
    const file = await room.store('a.jpg', 'image/jpeg', Buffer.concat([bytes, bytes, Buffer.from(SECRET)]))
    expect((await room.get(room.pathOf(file))).rawPayload.equals(bytes)).toBe(true)
  })

  test('is not looked for in a truncated picture', async () => {
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const bytes = await blank(60, 40).toFormat(format).toBuffer()
      for (let length = 0; length < bytes.length; length += 1) {
        expect(pictureEnd(bytes.subarray(0, length), `image/${format}`)).toBeNull()
      }
    }
  })
})

describe('content detection', () => {
  test('ignores the name and the declared type of a picture', async () => {
    const file = await room.store('photo.jpg', 'image/jpeg', await picture())
    expect(file).toMatchObject({ contentType: 'image/png', fileName: 'photo.jpg.png' })
  })

  test.each([
    ['text', 'hello'],
    ['a web page', '<!doctype html><script>alert(1)</script>'],
    ['a web page with the signature of a GIF', 'GIF89a/*<script>alert(1)</script>*/=0'],
    ['a truncated picture', '\x89PNG\r\n\x1a\n'],
    ['words', 'alert(1)'],
  ])('refuses %s named as a picture', async (_, text) => {
    for (const type of ['image/png', 'IMAGE/GIF; charset=utf-8', 'image/svg+xml']) {
      const error = await refusal(room.store('evil<b>.png', type, Buffer.from(text, 'latin1')))
      expect(error).toBeInstanceOf(AppError)
      expect((error as AppError).status).toBe(415)
      expect((error as AppError).message).toContain('evil b .png')
    }
  })

  test('does not decode a picture with too many pixels', async () => {
    const flood = await blank(10_000, 8_000).png({ compressionLevel: 9 }).toBuffer()
    expect(flood.length).toBeLessThan(5_000_000)
    expect(await refusal(room.store('flood.png', 'image/png', flood))).toBeInstanceOf(AppError)
    const received = await room.media.storeReceived({
      tenantId: room.tenantId,
      fileName: '',
      declaredType: 'image/png',
      bytes: flood,
    })
    expect(received.contentType).toBe('application/octet-stream')
  })

  test('adds up the pixels of an animation’s frames', async () => {
    const frames = { width: 5_000, height: 10_200, pageHeight: 5_100, channels: 3, background: 'white' } as const
    const moving = await sharp({ create: frames }).gif({ effort: 1, keepDuplicateFrames: true }).toBuffer()
    expect(await refusal(room.store('moving.gif', 'image/gif', moving))).toBeInstanceOf(AppError)
  })

  test.each([
    ['text/html', '<script>alert(1)</script>', 'text/html', 'file.html'],
    ['text/html; charset=utf-8', '<p>', 'text/html', 'file.html'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml', 'file.svg'],
    ['application/javascript', 'alert(1)', 'application/octet-stream', 'file.bin'],
    ['constructor', 'alert(1)', 'application/octet-stream', 'file.bin'],
    ['text/plain', '<script>alert(1)</script>', 'text/plain', 'file.txt'],
    ['text/plain', '\xff\xfe\xfd', 'application/octet-stream', 'file.bin'],
    ['text/html', '%PDF-1.7\n%%EOF', 'application/pdf', 'file.pdf'],
  ])('never shows %s %j from a phone inline', async (declared, text, contentType, fileName) => {
    const file = await room.receive(declared, Buffer.from(text, 'latin1'))
    expect(file).toMatchObject({ contentType, fileName, width: null, height: null })
    const answer = await room.get(room.pathOf(file))
    expect(answer.headers['content-type']?.toString().split(';')[0]).toBe(contentType)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; /)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    // The width is ignored for files that are not pictures.
    expect((await room.get(`${room.pathOf(file)}?w=64`)).body).toBe(answer.body)
  })

  test.each([
    ['page.html', 'text/html', '<p>', 'text'],
    ['setup.exe', 'application/x-msdownload', 'MZ\x90\0', 'program'],
    ['setup.exe', 'application/pdf', 'MZ\x90\0', 'program'],
    ['notes.txt', 'text/plain', 'hello', 'text'],
    ['archive.zip', 'application/zip', 'PK\x03\x04', 'archive'],
    ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'drawing'],
  ] as const)('refuses %s as %s from a user, with the list of supported types', async (name, declared, text, kind) => {
    const error = await refusal(room.store(name, declared, Buffer.from(text, 'latin1')))
    expect(error).toMatchObject({ status: 415, message: FILE_TEXTS.unsendable(name, kind) })
    expect((error as AppError).details).toContain(Object.keys(SENDABLE_TYPES).join(', '))
  })

  test('refuses a WebP picture from a user, because phones may not show it', async () => {
    const error = await refusal(room.store('a.webp', 'image/webp', await blank(4, 4).webp().toBuffer()))
    expect(error).toMatchObject({ status: 415, message: FILE_TEXTS.unsendable('a.webp', 'picture') })
  })

  test.each([
    ['card.vcf', 'text/vcard', 'BEGIN:VCARD\nVERSION:4.0\nEND:VCARD', 'text/vcard'],
    ['list.csv', 'text/csv', 'a,b', 'text/csv'],
    ['offer.pdf', '', '%PDF-1.7\n%%EOF', 'application/pdf'],
  ])('accepts %s from a user', async (name, declared, text, contentType) => {
    expect(await room.store(name, declared, Buffer.from(text))).toMatchObject({ fileName: name, contentType })
  })

  test('refuses a picture that cannot be cleaned from a user, but stores it from a phone', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)])
    expect(await refusal(room.store('photo.heic', 'application/octet-stream', heic))).toBeInstanceOf(AppError)
    const received = await room.media.storeReceived({
      tenantId: room.tenantId,
      fileName: '',
      declaredType: 'image/heic',
      bytes: heic,
    })
    expect(received).toMatchObject({ contentType: 'image/heic', fileName: 'file.heic', width: null })
    expect((await room.get(room.pathOf(received))).headers['content-disposition']).toMatch(/^attachment; /)
  })

  test('stores an invalid file from a phone with a generic type', async () => {
    const received = {
      tenantId: room.tenantId,
      fileName: 'picture',
      declaredType: 'image/jpeg',
      bytes: Buffer.from('no picture'),
    }
    const file = await room.media.storeReceived(received)
    expect(file).toMatchObject({ contentType: 'application/octet-stream', fileName: 'picture.bin', length: 10 })
    expect((await room.get(room.pathOf(file))).body).toBe('no picture')
  })
})
