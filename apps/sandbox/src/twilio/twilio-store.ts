import type { Section } from '../journal/index.ts'
import type { MessagingService, NumberSettings, PhoneNumber } from './account.ts'
import { NEW_SERVICE } from './account.ts'
import type { Media, Message, MessageChange } from './message.ts'

export type TwilioEvent =
  | { type: 'message-added'; message: Message; media: Media[] }
  | { type: 'message-changed'; sid: string; change: MessageChange; at: number }
  | { type: 'message-deleted'; sid: string }
  | { type: 'media-added'; media: Media }
  | { type: 'media-deleted'; sid: string }
  | { type: 'number-bought'; number: PhoneNumber }
  | { type: 'number-released'; sid: string }
  | { type: 'number-changed'; sid: string; change: Partial<NumberSettings>; at: number }
  | { type: 'service-kept'; service: MessagingService }
  | { type: 'service-deleted'; sid: string }
  | { type: 'opt-out-changed'; number: string; phone: string; optedOut: boolean }

export type TwilioStore = {
  record(event: TwilioEvent): void
  numbers(): PhoneNumber[]
  number(sidOrPhoneNumber: string): PhoneNumber | null
  services(): MessagingService[]
  /** The number's service, if any. */
  serviceOf(numberSid: string): MessagingService | null
  message(sid: string): Message | null
  /** Newest first, older than `before`. */
  messagesOlderThan(before: string | null): Iterable<Message>
  /** Oldest first, newer than `after`. */
  messagesNewerThan(after: string): Iterable<Message>
  /** Oldest first. */
  mediaOf(messageSid: string): Media[]
  media(sid: string): Media | null
  isOptedOut(number: string, phone: string): boolean
}

/** Twilio's data: each change is written to the journal before it takes effect. */
export function createTwilioStore(
  journal: Section<TwilioEvent>,
  seed: readonly PhoneNumber[],
  seedServices: readonly MessagingService[] = [],
): TwilioStore {
  const numbers = new Map(seed.map((number) => [number.sid as string, number]))
  const services = new Map(seedServices.map((service) => [service.sid as string, service]))
  const messages = new Map<string, Message>()
  /** Every SID in order of creation; deleted ones stay, so that page tokens remain valid. */
  const order: string[] = []
  const places = new Map<string, number>()
  const media = new Map<string, Media>()
  const mediaSids = new Map<string, string[]>()
  const optOuts = new Set<string>()

  function addMedia(added: Media) {
    media.set(added.sid, added)
    mediaSids.set(added.messageSid, [...(mediaSids.get(added.messageSid) ?? []), added.sid])
  }

  function apply(event: TwilioEvent) {
    switch (event.type) {
      case 'message-added': {
        messages.set(event.message.sid, event.message)
        places.set(event.message.sid, order.push(event.message.sid) - 1)
        for (const added of event.media) addMedia(added)
        break
      }
      case 'message-changed': {
        const message = messages.get(event.sid)
        if (message) messages.set(event.sid, { ...message, ...event.change, dateUpdated: event.at })
        break
      }
      case 'message-deleted': {
        messages.delete(event.sid)
        for (const sid of mediaSids.get(event.sid) ?? []) media.delete(sid)
        mediaSids.delete(event.sid)
        break
      }
      case 'media-added': {
        addMedia(event.media)
        break
      }
      case 'media-deleted': {
        media.delete(event.sid)
        break
      }
      case 'number-changed': {
        const number = numbers.get(event.sid)
        if (number) numbers.set(event.sid, { ...number, ...event.change, dateUpdated: event.at })
        break
      }
      case 'number-bought': {
        numbers.set(event.number.sid, event.number)
        break
      }
      case 'number-released': {
        numbers.delete(event.sid)
        break
      }
      case 'service-kept': {
        // An older journal lacks some settings.
        services.set(event.service.sid, { ...NEW_SERVICE, ...event.service })
        break
      }
      case 'service-deleted': {
        services.delete(event.sid)
        break
      }
      case 'opt-out-changed': {
        const pair = pairOf(event.number, event.phone)
        if (event.optedOut) optOuts.add(pair)
        else optOuts.delete(pair)
        break
      }
    }
  }

  function* messagesFrom(start: number, step: 1 | -1) {
    for (let place = start; place >= 0 && place < order.length; place += step) {
      const message = messages.get(order[place] ?? '')
      if (message) yield message
    }
  }

  for (const event of journal.past) apply(event)

  return {
    record(event) {
      journal.append(event)
      apply(event)
    },
    numbers: () => [...numbers.values()],
    number: (key) => numbers.get(key) ?? [...numbers.values()].find(({ phoneNumber }) => phoneNumber === key) ?? null,
    services: () => [...services.values()],
    serviceOf: (sid) => [...services.values()].find(({ numberSids }) => numberSids.includes(sid)) ?? null,
    message: (sid) => messages.get(sid) ?? null,
    messagesOlderThan: (before) => messagesFrom((before === null ? order.length : (places.get(before) ?? 0)) - 1, -1),
    messagesNewerThan: (after) => messagesFrom((places.get(after) ?? order.length) + 1, 1),
    mediaOf: (messageSid) => (mediaSids.get(messageSid) ?? []).flatMap((sid) => media.get(sid) ?? []),
    media: (sid) => media.get(sid) ?? null,
    isOptedOut: (number, phone) => optOuts.has(pairOf(number, phone)),
  }
}

const pairOf = (number: string, phone: string) => `${number} ${phone}`
