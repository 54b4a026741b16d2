import type { Section } from '../journal/index.ts'

/** `name` is the phone's owner, or the number if unnamed. */
export type Handset = { number: string; name: string }

type KeptMedia = { contentType: string; blob: string }

/** One text on the phone. It stays there even if Twilio deletes or redacts its record. */
export type PhoneText = {
  messageSid: string
  direction: 'sent' | 'received'
  from: string
  to: string
  text: string
  media: readonly KeptMedia[]
  /** Milliseconds since 1970. */
  at: number
}

export type PhonesEvent =
  | { type: 'handset-added'; handset: Handset }
  | { type: 'text-kept'; phone: string; text: PhoneText }

export type Handsets = {
  list(): Handset[]
  /** Adds a handset, or renames an existing one. */
  add(handset: Handset): void
  /** Texts of a phone, oldest first; empty for an unknown phone. */
  texts(phone: string): readonly PhoneText[]
  /** Stores a text, once even if called repeatedly; an unknown phone becomes a handset. */
  keep(phone: string, text: PhoneText): void
  /** The type of a picture on any phone, or null. */
  contentType(blob: string): string | null
  /** Calls back at each change, until the returned function is called. */
  watch(listener: (event: PhonesEvent) => void): () => void
}

export const SEED_HANDSETS: readonly Handset[] = [
  { number: '+12025550142', name: 'Marta Rivera' },
  { number: '+12025550143', name: 'Luis Rivera' },
  { number: '+12025550171', name: 'Tom Becker' },
  { number: '+12025550165', name: 'Priya Shah' },
  { number: '+12025550117', name: 'Greta Lindqvist' },
  { number: '+12025550188', name: 'Henry Okafor' },
]

/** The phones of the sandbox, with the texts that they have sent and received. */
export function createHandsets(journal: Section<PhonesEvent>, seed: readonly Handset[]): Handsets {
  const handsets = new Map(seed.map((handset) => [handset.number, handset]))
  const texts = new Map<string, PhoneText[]>()
  const kept = new Set<string>()
  const contentTypes = new Map<string, string>()
  const listeners = new Set<(event: PhonesEvent) => void>()

  function apply(event: PhonesEvent) {
    if (event.type === 'handset-added') {
      handsets.set(event.handset.number, event.handset)
      return
    }
    const thread = texts.get(event.phone) ?? []
    thread.push(event.text)
    texts.set(event.phone, thread)
    kept.add(keyOf(event.phone, event.text.messageSid))
    for (const { blob, contentType } of event.text.media) contentTypes.set(blob, contentType)
  }

  function record(event: PhonesEvent) {
    journal.append(event)
    apply(event)
    for (const listener of listeners) listener(event)
  }

  for (const event of journal.past) apply(event)

  return {
    list: () => [...handsets.values()],
    add: (handset) => record({ type: 'handset-added', handset }),
    texts: (phone) => texts.get(phone) ?? [],
    keep(phone, text) {
      if (kept.has(keyOf(phone, text.messageSid))) return
      if (!handsets.has(phone)) record({ type: 'handset-added', handset: { number: phone, name: phone } })
      record({ type: 'text-kept', phone, text })
    },
    contentType: (blob) => contentTypes.get(blob) ?? null,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const keyOf = (phone: string, messageSid: string) => `${phone} ${messageSid}`
