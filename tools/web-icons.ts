/** Draws the web app's icons as PNG from its mark: `npm run icons`, after the mark has changed. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { markOnWhite, plainMark, whiteOutline } from './teams-package/icons.ts'

const PUBLIC = path.resolve(import.meta.dirname, '../apps/web/public')

const icons = {
  'icon-192.png': plainMark(192),
  'icon-512.png': plainMark(512),
  // Systems cut these to their own shapes: the mark is within the inner 80%.
  'icon-maskable-512.png': markOnWhite(512, 320),
  'apple-touch-icon.png': markOnWhite(180, 124),
  // Android draws only the shape.
  'badge-96.png': whiteOutline(96),
}
await Promise.all(Object.entries(icons).map(async ([name, icon]) => writeFile(path.join(PUBLIC, name), await icon)))
