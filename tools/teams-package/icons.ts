import path from 'node:path'
import sharp from 'sharp'

/** Sizes in pixels: Teams' icons, and the color icon's mark, small enough that no corner is cut off. */
const COLOR = 192
const COLOR_MARK = 120
const OUTLINE = 32

const FAVICON = path.resolve(import.meta.dirname, '../../apps/web/public/favicon.svg')
const OUTLINE_MARK = path.join(import.meta.dirname, 'outline.svg')

export const colorIcon = (): Promise<Uint8Array> => markOnWhite(COLOR, COLOR_MARK)
export const outlineIcon = (): Promise<Uint8Array> => whiteOutline(OUTLINE)

/** The web app's own mark, as PNG with transparency. */
export const plainMark = (edge: number) => drawn(FAVICON, edge).png().toBuffer()

/** The same mark on a white square. */
export async function markOnWhite(edge: number, markEdge: number): Promise<Uint8Array> {
  const mark = await plainMark(markEdge)
  return sharp({ create: { width: edge, height: edge, channels: 3, background: 'white' } })
    .composite([{ input: mark }])
    .png()
    .toBuffer()
}

/** The mark's outline as PNG: only white, with transparency. */
export async function whiteOutline(edge: number): Promise<Uint8Array> {
  const mark = await drawn(OUTLINE_MARK, edge).extractChannel('alpha').raw().toBuffer()
  const grid = { width: edge, height: edge, channels: 1 } as const
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
