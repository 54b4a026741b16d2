import type { InboundEvent } from './provider-events-store.ts'

/** A text from a phone as Twilio describes it. */
export type InboundText = {
  messageSid: string
  /** E.164, a short code or a name. */
  from: string
  /** One of our numbers. */
  to: string
  text: string
  mediaUrls: string[]
  /** Twilio's own reading of an opt-out keyword, where it gives one. */
  optOutType: string | null
}

const MOST_MEDIA = 10

/** PostgreSQL keeps no NUL characters, and phones do send them. */
export function readInboundText({
  messageSid,
  parameters,
}: Pick<InboundEvent, 'messageSid' | 'parameters'>): InboundText {
  const count = Math.min(Number(parameters['NumMedia']) || 0, MOST_MEDIA)
  const urls = Array.from({ length: count }, (_, index) => parameters[`MediaUrl${index}`])
  return {
    messageSid,
    from: (parameters['From'] ?? '').replaceAll('\0', '').trim(),
    to: parameters['To'] ?? '',
    text: (parameters['Body'] ?? '').replaceAll('\0', ''),
    mediaUrls: urls.flatMap((url) => url?.replaceAll('\0', '') ?? []),
    optOutType: parameters['OptOutType'] || null,
  }
}
