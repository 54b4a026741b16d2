import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const PUBLIC = path.resolve(import.meta.dirname, '../apps/web/public')
const read = (name: string) => readFileSync(path.join(PUBLIC, name))

type Manifest = { icons: { src: string; sizes: string; purpose?: string }[] }
const { icons } = JSON.parse(read('manifest.webmanifest').toString()) as Manifest
const pngs = icons.filter(({ src }) => src.endsWith('.png'))

test('the manifest’s icons have the sizes that browsers ask for to install an app', async () => {
  expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of pngs) {
    const { width, height } = await sharp(read(src.slice(1))).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test.each(['icon-maskable-512.png', 'apple-touch-icon.png'])(
  '%s has no transparency, for systems that cut it',
  async (name) => {
    expect((await sharp(read(name)).stats()).isOpaque).toBe(true)
  },
)

test('the badge is a white shape', async () => {
  const { data } = await sharp(read('badge-96.png')).raw().toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 4))
  const drawn = pixels.filter(([, , , alpha = 0]) => alpha > 0)
  expect(drawn.length).toBeGreaterThan(500)
  expect(drawn.length).toBeLessThan(pixels.length / 2)
  expect(drawn.every(([red, green, blue]) => red === 255 && green === 255 && blue === 255)).toBe(true)
})
