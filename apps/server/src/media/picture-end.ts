/**
 * Where the picture ends in a file. Phones append whole videos behind a JPEG, and anything can hide there: no viewer
 * shows it, but it would be passed on. Null if the end was not found.
 */
export function pictureEnd(bytes: Uint8Array, type: string): number | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (type) {
    case 'image/jpeg':
      return jpegEnd(view)
    case 'image/png':
      return pngEnd(view)
    case 'image/gif':
      return gifEnd(view)
    case 'image/webp':
      return riffEnd(view)
    default:
      return null
  }
}

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, firstRestart: 0xd0, lastRestart: 0xd7 }

/** ITU T.81, annex B: marker segments with a length, and entropy-coded data behind each start of scan. */
function jpegEnd(view: Buffer): number | null {
  let at = 2
  while (at + 2 <= view.length) {
    if (view[at] !== 0xff) return null
    const marker = view[at + 1]
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === JPEG.end) return at + 2
    if (at + 4 > view.length) return null
    at += 2 + view.readUInt16BE(at + 2)
    if (marker === JPEG.scan) at = nextMarker(view, at)
  }
  return null
}

/** In entropy-coded data 0xFF is followed by 0x00, and restart markers do not end it. */
function nextMarker(view: Buffer, from: number): number {
  for (let at = view.indexOf(0xff, from); at >= 0; at = view.indexOf(0xff, at + 2)) {
    const marker = view[at + 1] ?? 0
    const isData = marker === 0 || (marker >= JPEG.firstRestart && marker <= JPEG.lastRestart)
    if (!isData) return at
  }
  return view.length
}

/** Chunks of length, name, data and checksum, up to IEND. */
function pngEnd(view: Buffer): number | null {
  for (let at = 8; at + 12 <= view.length;) {
    const name = view.toString('latin1', at + 4, at + 8)
    at += 12 + view.readUInt32BE(at)
    if (name === 'IEND') return at <= view.length ? at : null
  }
  return null
}

/** The length of a RIFF file is in its header, padded to an even number. */
function riffEnd(view: Buffer): number | null {
  if (view.length < 8) return null
  const length = view.readUInt32LE(4)
  const end = 8 + length + (length % 2)
  return end <= view.length ? end : null
}

const GIF = { extension: 0x21, image: 0x2c, trailer: 0x3b }

/** GIF89a: color tables, then extensions and images in sub-blocks, up to the trailer. */
function gifEnd(view: Buffer): number | null {
  let at = 13 + colorTableLength(view[10] ?? 0)
  while (at < view.length) {
    const block = view[at]
    if (block === GIF.trailer) return at + 1
    if (block === GIF.extension) at = skipSubBlocks(view, at + 2)
    else if (block === GIF.image) at = skipSubBlocks(view, at + 11 + colorTableLength(view[at + 9] ?? 0))
    else return null
  }
  return null
}

function colorTableLength(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function skipSubBlocks(view: Buffer, from: number): number {
  let at = from
  while (at < view.length && view[at] !== 0) at += 1 + (view[at] ?? 0)
  return at + 1
}
