import { expect, it } from 'vitest'
import { isContactCard, isPicture, isPlayable, isShowable, pictureBox, thumbnailLink } from './picture.ts'

it('keeps the proportions of a picture within the largest box', () => {
  expect(pictureBox({ width: 1200, height: 900 })).toEqual({ width: 300, height: 225 })
  expect(pictureBox({ width: 600, height: 1200 })).toEqual({ width: 160, height: 320 })
})

it('does not enlarge a small picture, and keeps a pixel of an extreme one', () => {
  expect(pictureBox({ width: 64, height: 48 })).toEqual({ width: 64, height: 48 })
  expect(pictureBox({ width: 9000, height: 3 }).height).toBe(1)
})

it('keeps room for a picture of unknown size', () => {
  expect(pictureBox({ width: null, height: null })).toEqual({ width: 240, height: 180 })
})

it('asks the server for a smaller copy, but not the browser', () => {
  expect(thumbnailLink('/api/v1/media/t/a.png')).toBe('/api/v1/media/t/a.png?w=384')
  expect(thumbnailLink('/api/v1/media/t/a.png?x=1')).toBe('/api/v1/media/t/a.png?x=1&w=384')
  expect(thumbnailLink('blob:http://localhost/1')).toBe('blob:http://localhost/1')
})

it('knows a picture by its type', () => {
  expect(isPicture({ contentType: 'image/png' })).toBe(true)
  expect(isPicture({ contentType: 'application/pdf' })).toBe(false)
})

it('shows only kinds of pictures that every browser can show', () => {
  const types = ['image/jpeg', 'image/webp', 'image/svg+xml', 'image/heic', 'image/heif-sequence', 'image/tiff']
  expect(types.map((contentType) => isShowable({ contentType }))).toEqual([true, true, true, false, false, false])
})

it('knows a contact card by its type', () => {
  const types = ['text/vcard', 'text/x-vcard', 'text/plain']
  expect(types.map((contentType) => isContactCard({ contentType }))).toEqual([true, true, false])
})

it('knows sound and film by their types', () => {
  expect(
    ['audio/amr', 'video/mp4', 'image/gif', 'text/vcard'].map((contentType) => isPlayable({ contentType })),
  ).toEqual([true, true, false, false])
})
