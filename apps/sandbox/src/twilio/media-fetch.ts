import type { Clock } from '../clock/index.ts'
import type { Attachment } from './message.ts'

type FetchedMedia = { ok: true; attachments: Attachment[] } | { ok: false; code: number } | 'closed'

/** Maximum total size of all media of one message, in bytes. */
export const MAX_MEDIA_BYTES = 5 * 1024 * 1024
/** Timeout per address, in milliseconds. */
const FETCH_TIMEOUT = 15_000

/** Error codes of the message, from Twilio's debugger; the API does not document them. */
const RETRIEVAL_FAILED = 11200
const WRONG_TYPE = 12300

/** For MMS; twilio.com/docs/messaging/guides/accepted-mime-types. Types are compared in lower case. */
const ACCEPTED_TYPES = Object.entries({
  image: 'jpeg jpg gif png bmp tiff heic heif',
  audio: 'basic l24 mp4 mpeg ogg vnd.rn-realaudio vnd.wave 3gpp 3gpp2 ac3 webm amr-nb amr',
  video: 'mpeg mp4 quicktime webm 3gpp 3gpp2 3gpp-tt h261 h263 h263-1998 h263-2000 h264',
  text: 'vcard x-vcard csv rtf richtext calendar directory',
  application: 'pdf vcard vnd.apple.pkpass',
}).flatMap(([kind, names]) => names.split(' ').map((name) => `${kind}/${name}`))
const TOO_LARGE = 30019

export type MediaFetcher = { fetchAll(urls: readonly string[]): Promise<FetchedMedia>; close(): void }

/** Fetches a message's media like Twilio before sending: first HEAD, then GET. */
export function createMediaFetcher(clock: Clock): MediaFetcher {
  const closing = new AbortController()

  async function fetchOne(url: string): Promise<Attachment | { code: number }> {
    const late = new AbortController()
    const stop = clock.after(FETCH_TIMEOUT, () => late.abort())
    const signal = AbortSignal.any([late.signal, closing.signal])
    try {
      const head = await fetch(url, { method: 'HEAD', signal })
      if (!head.ok) return { code: RETRIEVAL_FAILED }
      if (Number(head.headers.get('content-length') ?? 0) > MAX_MEDIA_BYTES) return { code: TOO_LARGE }

      const answer = await fetch(url, { signal })
      if (!answer.ok) {
        await answer.body?.cancel()
        return { code: RETRIEVAL_FAILED }
      }
      const contentType = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
      const bytes = Buffer.from(await answer.arrayBuffer())
      return ACCEPTED_TYPES.includes(contentType) ? { contentType, bytes } : { code: WRONG_TYPE }
    } catch {
      return { code: RETRIEVAL_FAILED }
    } finally {
      stop()
    }
  }

  return {
    async fetchAll(urls) {
      const results = await Promise.all(urls.map(fetchOne))
      if (closing.signal.aborted) return 'closed'
      const failure = results.find((result) => 'code' in result)
      if (failure) return { ok: false, code: failure.code }
      const attachments = results.filter((result) => 'bytes' in result)
      const size = attachments.reduce((sum, { bytes }) => sum + bytes.length, 0)
      return size > MAX_MEDIA_BYTES ? { ok: false, code: TOO_LARGE } : { ok: true, attachments }
    },
    close: () => closing.abort(),
  }
}
