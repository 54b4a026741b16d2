import { Buffer } from 'node:buffer'
import type { Random } from '../plan/random.ts'
import { hostileFile, randomBytes } from './hostile-file.ts'
import { hostileObject, hostileText, hostileValue, HOSTILE_NAMES } from './hostile-values.ts'

export type Body = { readonly contentType: string; readonly content: Buffer }

const MAX_DEPTH = 6_000

/** A body for a call with fields of these names. */
export function hostileBody(random: Random, names: readonly string[]): Body | null {
  switch (random.below(12)) {
    case 0:
      return null
    case 1:
      return json(JSON.stringify(hostileValue(random)))
    case 2:
      return json(nested(random))
    case 3:
      return json(cutOff(random, JSON.stringify(hostileObject(random, names))))
    case 4:
      return { contentType: 'application/json', content: randomBytes(random) }
    case 5:
      return multipart(random, names)
    case 6:
      return form(random, names)
    case 7:
      return {
        contentType: random.pick(['text/plain', 'application/xml', 'application/json; charset=utf-16', '\t', '']),
        content: Buffer.from(JSON.stringify(hostileObject(random, names))),
      }
    default:
      return json(JSON.stringify(hostileObject(random, names)))
  }
}

/** A form, as posted by browsers and Twilio. */
export function form(random: Random, names: readonly string[], given: Record<string, string> = {}): Body {
  return { contentType: 'application/x-www-form-urlencoded', content: Buffer.from(encodeFields(random, names, given)) }
}

function encodeFields(random: Random, names: readonly string[], given: Record<string, string>): string {
  const fields = new URLSearchParams(given)
  for (const name of names) if (random.chance(70)) fields.append(name, hostileText(random))
  if (random.chance(20)) fields.append(random.pick(HOSTILE_NAMES), hostileText(random))
  const many = random.chance(3) ? random.between(500, 5_000) : 0
  for (let index = 0; index < many; index += 1) fields.append(`field${index}`, 'x')
  const text = fields.toString()
  return random.chance(5) ? `${text}&%E0%A4%A=%zz&&&=` : text
}

function json(text: string): Body {
  return { contentType: 'application/json', content: Buffer.from(text) }
}

function nested(random: Random): string {
  const depth = random.between(10, MAX_DEPTH)
  const [open, close] = random.chance(50) ? ['[', ']'] : ['{"a":', '}']
  return random.chance(50) ? open.repeat(depth) : `${open.repeat(depth)}1${close.repeat(depth)}`
}

function cutOff(random: Random, text: string): string {
  return text.slice(0, random.below(text.length + 1))
}

/** A multipart body: well-formed, truncated, or without its boundary. */
function multipart(random: Random, names: readonly string[]): Body {
  const boundary = 'fuzz'
  const parts = names.map((name) => {
    const isFile = random.chance(30)
    const file = isFile ? `; filename="${random.pick(['a.png', '../x', '', 'a'.repeat(400)])}"` : ''
    const type = isFile ? `content-type: ${random.pick(['image/png', 'text/html', 'x'])}\r\n` : ''
    const content = isFile ? hostileFile(random).toString('latin1') : hostileText(random)
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n${type}\r\n${content}\r\n`
  })
  const text = `${parts.join('')}--${boundary}--\r\n`
  const withBoundary = random.chance(85)
    ? `; boundary=${boundary}`
    : random.pick(['', '; boundary=', '; boundary=other'])
  return {
    contentType: `multipart/form-data${withBoundary}`,
    content: Buffer.from(random.chance(25) ? cutOff(random, text) : text, 'latin1'),
  }
}
