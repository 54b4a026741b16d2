import type { InboundEvent } from './provider-events-store.ts'

/** A text from a phone as Twilio describes it. */
export type InboundText = {
  messageSid: string
  /** E.164, a short code or a name; `whatsapp:+12025550142` on another channel than SMS. */
  from: string
  /** One of our numbers. */
  to: string
  /** With the short text parts of an MMS. A location is part of it, too, as a link. */
  text: string
  mediaUrls: string[]
  /** Twilio's own interpretation of an opt-out keyword, if any. */
  optOutType: string | null
}

type Parameters = InboundEvent['parameters']

const MAX_MEDIA = 10

export function readInboundText({
  messageSid,
  parameters,
}: Pick<InboundEvent, 'messageSid' | 'parameters'>): InboundText {
  const body = read(parameters, 'Body')
  const parts = partsOf(parameters)
  // Some phones send the text twice.
  const texts = parts.map(({ text = '' }) => text.trim()).filter((text) => text !== body.trim())
  return {
    messageSid,
    from: read(parameters, 'From').trim(),
    to: read(parameters, 'To'),
    text: [body, ...texts, ...locationOf(parameters)].filter(Boolean).join('\n'),
    mediaUrls: parts.filter(({ url, text }) => url && !text).map(({ url }) => url),
    optOutType: parameters['OptOutType'] || null,
  }
}

/** The order and layout of an MMS, not a file for people. */
const LAYOUT = 'application/smil'

type Part = {
  url: string
  contentType: string
  /** The parameter of `text`. */
  name: string
  /** Undefined until it is fetched; empty if it stays a file. See `text-parts.ts`. */
  text: string | undefined
}

function partsOf(parameters: Parameters): Part[] {
  const count = Math.min(Number(parameters['NumMedia']) || 0, MAX_MEDIA)
  return Array.from({ length: count }, (_, index) => {
    const name = `MediaText${index}`
    const contentType = read(parameters, `MediaContentType${index}`)
    return { url: read(parameters, `MediaUrl${index}`), contentType, name, text: parameters[name] }
  }).filter(({ contentType }) => !isLayout(contentType))
}

/** Text parts that are not fetched yet. */
export function unreadTextParts(parameters: Parameters): Part[] {
  return partsOf(parameters).filter(
    ({ url, contentType, text }) => url && text === undefined && isOfType(contentType, 'text/plain'),
  )
}

export function isLayout(contentType: string): boolean {
  return isOfType(contentType, LAYOUT)
}

function isOfType(contentType: string, type: string): boolean {
  return contentType.split(';')[0]?.trim().toLowerCase() === type
}

/** PostgreSQL stores no NUL characters, and phones do send them. */
function read(parameters: Parameters, name: string): string {
  return (parameters[name] ?? '').replaceAll('\0', '')
}

/** A shared location, line by line: its name, its address, and a link to a map. */
function locationOf(parameters: Parameters): string[] {
  const latitude = coordinateOf(parameters['Latitude'], 90)
  const longitude = coordinateOf(parameters['Longitude'], 180)
  if (latitude === null || longitude === null) return []
  const link = `https://maps.google.com/?q=${latitude},${longitude}`
  return [read(parameters, 'Label').trim(), read(parameters, 'Address').trim(), link]
}

function coordinateOf(written: string | undefined, max: number): number | null {
  const degrees = Number(written?.trim() || Number.NaN)
  return Math.abs(degrees) <= max ? degrees : null
}

/** `whatsapp:+12025550142`, `rcs:agent`, `messenger:108…` */
const CHANNEL = /^[a-z]+:/i

/** Whether a text came by SMS or MMS. Chats, replies and opt-outs work for no other channel of Twilio's. */
export function isPlainText({ from, to }: Pick<InboundText, 'from' | 'to'>): boolean {
  return !CHANNEL.test(from) && !CHANNEL.test(to)
}

/** `whatsapp:+12025550100` without its channel. */
export function withoutChannel(address: string): string {
  return address.replace(CHANNEL, '')
}
