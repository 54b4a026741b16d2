import { expect, it } from 'vitest'
import { isContactCard, isPicture, isPlayable, isShowable } from './file-kinds.ts'
import { pictureBox, thumbnailSources, TILE } from './picture.ts'

it('scales a large picture down to the maximum size, keeping its proportions', () => {
  expect(pictureBox({ width: 1200, height: 900 })).toEqual({ width: 300, height: 225 })
  expect(pictureBox({ width: 600, height: 1200 })).toEqual({ width: 160, height: 320 })
})

it('does not enlarge a small picture, and keeps an extreme one at least one pixel high', () => {
  expect(pictureBox({ width: 64, height: 48 })).toEqual({ width: 64, height: 48 })
  expect(pictureBox({ width: 9000, height: 3 }).height).toBe(1)
})

it('reserves a default size for a picture of unknown size', () => {
  expect(pictureBox({ width: null, height: null })).toEqual({ width: 240, height: 180 })
})

it('requests a smaller copy for each screen density', () => {
  const file = { publicLink: '/api/v1/media/t/a.png', width: 1200, height: 900 }
  expect(thumbnailSources(file, pictureBox(file))).toEqual({
    src: '/api/v1/media/t/a.png?w=384',
    srcSet: '/api/v1/media/t/a.png?w=384 1x, /api/v1/media/t/a.png?w=640 2x, /api/v1/media/t/a.png?w=1080 3x',
  })
  const huge = { width: 4_000, height: 3_000 }
  expect(thumbnailSources({ ...file, publicLink: '/a?x=1' }, huge).srcSet).toMatch(/\/a\?x=1&w=1920 3x$/)
})

it('requests the width at which a picture covers its tile', () => {
  const wide = { publicLink: '/a', width: 900, height: 300 }
  expect(thumbnailSources(wide, TILE).src).toBe('/a?w=640')
  expect(thumbnailSources({ ...wide, width: null, height: null }, TILE).src).toBe('/a?w=256')
})

it('uses the URL of a local picture unchanged', () => {
  const file = { publicLink: 'blob:http://localhost/1', width: 10, height: 10 }
  expect(thumbnailSources(file, TILE)).toEqual({ src: 'blob:http://localhost/1' })
})

it('recognizes a picture by its content type', () => {
  expect(isPicture({ contentType: 'image/png' })).toBe(true)
  expect(isPicture({ contentType: 'application/pdf' })).toBe(false)
})

it('treats only picture types that every browser displays as showable', () => {
  const types = ['image/jpeg', 'image/webp', 'image/svg+xml', 'image/heic', 'image/heif-sequence', 'image/tiff']
  expect(types.map((contentType) => isShowable({ contentType }))).toEqual([true, true, true, false, false, false])
})

it('recognizes a contact card by its content type', () => {
  const types = ['text/vcard', 'text/x-vcard', 'text/plain']
  expect(types.map((contentType) => isContactCard({ contentType }))).toEqual([true, true, false])
})

it('recognizes audio and video by content type', () => {
  expect(
    ['audio/amr', 'video/mp4', 'image/gif', 'text/vcard'].map((contentType) => isPlayable({ contentType })),
  ).toEqual([true, true, false, false])
})
