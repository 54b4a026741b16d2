import { fileTypeFromBuffer } from 'file-type'
import { SENDABLE_ENDINGS } from './sendable-types.ts'

/** `extension`: without the dot. */
export type FileType = { contentType: string; extension: string }

/** The name and type that come with a file. Systems disagree about types, so the declared one counts last. */
export type FileLabel = { fileName: string; declaredType: string }

export const UNKNOWN_TYPE: FileType = { contentType: 'application/octet-stream', extension: 'bin' }
const PDF: FileType = { contentType: 'application/pdf', extension: 'pdf' }
const SVG: FileType = { contentType: 'image/svg+xml', extension: 'svg' }
const HTML: FileType = { contentType: 'text/html', extension: 'html' }
const CARD: FileType = { contentType: 'text/vcard', extension: 'vcf' }
const CALENDAR: FileType = { contentType: 'text/calendar', extension: 'ics' }
const CSV: FileType = { contentType: 'text/csv', extension: 'csv' }
const PLAIN: FileType = { contentType: 'text/plain', extension: 'txt' }

/** Usual names of types that the library names differently. */
const USUAL = new Map<string, FileType>([
  ['image/apng', { contentType: 'image/png', extension: 'png' }],
  ['audio/ogg; codecs=opus', { contentType: 'audio/ogg', extension: 'ogg' }],
  ['audio/vnd.dolby.dd-raw', { contentType: 'audio/ac3', extension: 'ac3' }],
  ['video/MP1S', { contentType: 'video/mpeg', extension: 'mpg' }],
  ['video/MP2P', { contentType: 'video/mpeg', extension: 'mpg' }],
])

/** Formats of texts. The signatures of others, such as BM, GIF, MZ, and FORM, may be the first word of a list. */
const TEXT_FORMATS = /\/(pdf|rtf|postscript|eps)$/

const TEXTS_BY_ENDING = new Map<string, FileType>([
  ...['csv'].map((ending) => [ending, CSV] as const),
  ...['vcf', 'vcard'].map((ending) => [ending, CARD] as const),
  ...['ics', 'ical', 'ifb'].map((ending) => [ending, CALENDAR] as const),
  ...['txt', 'text', 'log'].map((ending) => [ending, PLAIN] as const),
  ...['html', 'htm'].map((ending) => [ending, HTML] as const),
])
const TEXTS_BY_TYPE = new Map<string, FileType>([
  ...[CSV, CARD, CALENDAR, PLAIN, HTML].map((type) => [type.contentType, type] as const),
  ['text/x-vcard', CARD],
  ['text/directory', CARD],
])

/** The type of a file by its contents. Where these could be of several types, the ending of its name decides. */
export async function fileTypeOf(bytes: Uint8Array, label: FileLabel): Promise<FileType> {
  const [declared = ''] = label.declaredType.toLowerCase().split(';', 1)
  const hints = { ending: endingOf(label.fileName), declared: declared.trim() }
  const found = await fileTypeFromBuffer(bytes)
  const type = found && (USUAL.get(found.mime) ?? { contentType: found.mime, extension: found.ext })
  if (type && TEXT_FORMATS.test(type.contentType)) return type
  const text = readText(bytes)
  const isBinary = text === null
  if (type && isBinary) return asSound(type, hints) ?? type
  const claimsPdf = hints.ending === 'pdf' || hints.declared === PDF.contentType
  if (claimsPdf && startOf(bytes).includes('%PDF-')) return PDF
  if (isBinary) return UNKNOWN_TYPE
  return typeOfText(text, hints) ?? type ?? UNKNOWN_TYPE
}

/** In lower case, without the dot. Empty if there is none. */
export function endingOf(fileName: string): string {
  return /\.(\w+)[\s\p{Cf}]*$/u.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

type Hints = { ending: string; declared: string }

/** Null if only its author knows. */
function typeOfText(text: string, { ending, declared }: Hints): FileType | null {
  if (/^\s*BEGIN:VCARD/i.test(text)) return CARD
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) return CALENDAR
  if ((ending === 'svg' || declared === SVG.contentType) && /<svg[\s>]/i.test(text)) return SVG
  if (/^\s*<(!doctype html|html|head|body)[\s>]/i.test(text)) return HTML
  const byEnding = TEXTS_BY_ENDING.get(ending)
  if (byEnding || SENDABLE_ENDINGS.includes(ending)) return byEnding ?? null
  return TEXTS_BY_TYPE.get(declared) ?? null
}

/** Recordings of voices are in containers of films. */
function asSound({ contentType, extension }: FileType, { ending, declared }: Hints): FileType | null {
  const isSound = ['m4a', 'weba', '3ga'].includes(ending) || (ending === '' && declared.startsWith('audio/'))
  const container = /^video\/(mp4|webm|3gpp2?)$/.exec(contentType)?.[1]
  if (!isSound || !container) return null
  return { contentType: `audio/${container}`, extension: container === 'mp4' ? 'm4a' : extension }
}

/** The text of a file in any encoding, with letters that are only roughly right. Null if it has bytes that no text has. */
function readText(bytes: Uint8Array): string | null {
  const encoding = wideEncodingOf(bytes)
  const text = new TextDecoder(encoding ?? 'latin1').decode(bytes)
  const isText = !UNPRINTABLE.test(text) && !(encoding && text.includes('\uFFFD'))
  return isText ? text.replace(/^(\uFEFF|ï»¿)/, '') : null
}

/** Except tabs, line and page breaks, the end mark of DOS, and Escape, with which Japanese texts change their alphabet. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const UNPRINTABLE = /[\0-\x08\x0E-\x19\x1C-\x1F\x7F]/

/** UTF-16 by its mark, or by every other byte of Latin letters. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isMarked) return first === 0xff ? 'utf-16le' : 'utf-16be'
  if (bytes.length % 2 === 1 || (first === 0) === (second === 0)) return null
  return first === 0 ? 'utf-16be' : 'utf-16le'
}

/** PDF readers accept something before the header. */
function startOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
}
