import { isBlank } from '@partyline/contract'
import type { MemberId, RealtimeEvent } from '@partyline/contract'
import { allowedCountriesOf } from '../chats/index.ts'
import type { Chats, WritableChat } from '../chats/index.ts'
import { countryBar } from '../numbers/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import { keywordOf, optedOut } from '../consent/index.ts'
import { ordersForRelay, phonesOf } from '../delivery/index.ts'
import type { Order } from '../delivery/index.ts'
import type { InboundText } from './inbound-text.ts'
import { looksLikeLoop } from './loop-guard-store.ts'

/** The texts for the other phones of the chat, and a notice after the text if there is one. */
type Plan = { orders: Order[]; announcePause: (() => Promise<RealtimeEvent[]>) | null }

/** A text in its chat. */
export type Received = {
  text: InboundText
  /** The contact. */
  sentBy: MemberId
  /** The sender is one of the tenant's own lines. */
  isFromLine: boolean
  recovered: boolean
}

/**
 * Decides which other contacts of the locked chat get a contact's text: docs/product.md#group-texting-is-a-relay
 * `phonesOf` and `ordersForRelay` in `delivery/compose-deliveries.ts` compose the recipients and their texts.
 */
export function createRelay({ clock, chats }: { clock: Clock; chats: Chats }) {
  return {
    async plan(trx: Queries, chat: WritableChat, { text, isFromLine, sentBy }: Received): Promise<Plan> {
      const phones = phonesOf(chat)
      const writer = phones.find(({ memberId }) => memberId === sentBy)
      if (!writer || phones.length < 2) return { orders: [], announcePause: null }
      const { tenantId, chatId, numberId } = chat
      const numbers = phones.map(({ number }) => number)
      // Not `optedOut` of the members, which does not have a STOP from earlier in the same batch.
      const optedOutNumbers = await optedOut(trx, { tenantId, lineId: numberId, numbers })
      const keyword = keywordOf(text)
      // YES from someone who has not opted out is an ordinary reply.
      const isKeyword = keyword !== null && (keyword !== 'start' || optedOutNumbers.has(writer.number))
      const { memberId } = writer
      const isPaused = () => looksLikeLoop(trx, { tenantId, chatId, memberId, text: text.text, now: clock.now() })
      const relay = !chat.relay
        ? 'relayOff'
        : isKeyword
          ? 'keyword'
          : isFromLine
            ? 'ours'
            : isBlank(text.text) && text.mediaUrls.length === 0
              ? 'blank'
              : (await isPaused())
                ? 'relayPaused'
                : 'on'
      return {
        orders: withoutBarred(ordersForRelay({ text: text.text, writer, relay }, phones, optedOutNumbers), chat),
        announcePause: relay === 'relayPaused' ? () => chats.recordRelayPause(trx, chat, memberId) : null,
      }
    },
  }
}

/** Nothing is sent to phones in countries that are not allowed; its record says why. */
function withoutBarred(orders: readonly Order[], chat: WritableChat): Order[] {
  const allowed = allowedCountriesOf(chat)
  const bars = new Map<MemberId, string>()
  for (const order of orders) {
    const bar = order.status === 'queued' ? countryBar(order.toNumber, allowed) : null
    if (bar) bars.set(order.memberId, bar)
  }
  const skipped = [...bars].map(([memberId, errorText]): Order => ({ memberId, status: 'skipped', errorText }))
  return [...orders.filter(({ memberId }) => !bars.has(memberId)), ...skipped]
}
