import path from 'node:path'
import sharp from 'sharp'

/** Sizes in pixels: Teams' icons, and the color icon's mark, small enough that no corner is cut off. */
const COLOR = 192
const COLOR_MARK = 120
const OUTLINE = 32

const FAVICON = path.resolve(import.meta.dirname, '../../apps/web/public/favicon.svg')
const OUTLINE_MARK = path.join(import.meta.dirname, 'outline.svg')

/** The web app's own mark on white, as PNG. */
export async function colorIcon(): Promise<Uint8Array> {
  const mark = await drawn(FAVICON, COLOR_MARK).png().toBuffer()
  return sharp({ create: { width: COLOR, height: COLOR, channels: 3, background: 'white' } })
    .composite([{ input: mark }])
    .png()
    .toBuffer()
}

/** The mark's outline as PNG: only white, with transparency. */
export async function outlineIcon(): Promise<Uint8Array> {
  const mark = await drawn(OUTLINE_MARK, OUTLINE).extractChannel('alpha').raw().toBuffer()
  const grid = { width: OUTLINE, height: OUTLINE, channels: 1 } as const
  return sharp({ create: { ...grid, channels: 3, background: 'white' } })
    .joinChannel(mark, { raw: grid })
    .png()
    .toBuffer()
}

/** The pictures are 32 units wide. */
function drawn(file: string, edge: number) {
  const density = (72 * edge) / 32
  return sharp(file, { density }).resize(edge, edge)
}
