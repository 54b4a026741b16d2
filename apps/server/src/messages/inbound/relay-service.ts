import type { MemberId, RealtimeEvent } from '@partyline/contract'
import { memberIdOf } from '../../chats/index.ts'
import type { Chats, StoredChat } from '../../chats/index.ts'
import { countryBar } from '../../numbers/index.ts'
import type { MobileNumber } from '../../numbers/index.ts'
import type { Clock, Queries } from '../../platform/index.ts'
import { keywordOf } from '../opt-out-keyword.ts'
import { optedOut } from '../opt-outs-store.ts'
import { ordersForRelay } from '../outbound/compose-deliveries.ts'
import type { Order } from '../outbound/compose-deliveries.ts'
import { phonesOf } from '../outbound/compose-message.ts'
import type { InboundText } from './inbound-text.ts'
import { isTooMuch } from './relay-guard-store.ts'

/** What the other phones of the chat get, and, where there is something to say of it, what says it behind the text. */
type Plan = { orders: Order[]; told: (() => Promise<RealtimeEvent[]>) | null }

type Relayed = { text: InboundText; isOurs: boolean; contact: MobileNumber }

/** Passes what one phone writes on to the others of the held chat (decisions 4.4). */
export function createRelay({ clock, chats }: { clock: Clock; chats: Chats }) {
  return {
    async plan(trx: Queries, chat: StoredChat, { text, isOurs, contact }: Relayed): Promise<Plan> {
      const phones = phonesOf(chat)
      const writer = phones.find(({ memberId }) => memberId === memberIdOf(contact.id))
      if (!writer || phones.length < 2) return { orders: [], told: null }
      const { tenantId, chatId, numberId } = chat
      const numbers = phones.map(({ number }) => number)
      const unwilling = await optedOut(trx, { tenantId, providerNumberId: numberId, numbers })
      const keyword = keywordOf(text)
      // Who takes no STOP back only says yes.
      const isKeyword = keyword !== null && (keyword !== 'start' || unwilling.has(writer.number))
      const { memberId } = writer
      const isPaused = () => isTooMuch(trx, { tenantId, chatId, memberId, text: text.text, now: clock.now() })
      const relay = !chat.relay
        ? 'relayOff'
        : isKeyword
          ? 'keyword'
          : isOurs
            ? 'ours'
            : (await isPaused())
              ? 'relayPaused'
              : 'on'
      return {
        orders: withoutBarred(ordersForRelay({ text: text.text, writer, relay }, phones, unwilling), chat),
        told: relay === 'relayPaused' ? () => chats.recordRelayPause(trx, chat, memberId) : null,
      }
    },
  }
}

/** To a phone of a country that is not allowed nothing goes; its record says why. */
function withoutBarred(orders: readonly Order[], { members }: StoredChat): Order[] {
  const allowed = members[0]?.allowedCountries ?? null
  const bars = new Map<MemberId, string>()
  for (const order of orders) {
    const bar = order.status === 'queued' ? countryBar(order.toNumber, allowed) : null
    if (bar) bars.set(order.memberId, bar)
  }
  const skipped = [...bars].map(([memberId, errorText]): Order => ({ memberId, status: 'skipped', errorText }))
  return [...orders.filter(({ memberId }) => !bars.has(memberId)), ...skipped]
}
