import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import { CommitInDoubt, createBatches, NoConnection, onBehalfOf } from '../platform/index.ts'
import type { Database, Queries } from '../platform/index.ts'
import { isAccountChanged } from '../tenants/index.ts'
import { readInboundText } from './inbound-text.ts'
import type { InboundWriter, Routed } from './inbound-writer.ts'
import { keepEvents, nameOf } from './provider-events-store.ts'
import type { KnownChat, NewEvent, NewText } from './provider-events-store.ts'

/** Texts stored in one commit. */
const MAX_PER_COMMIT = 64

type Parts = {
  database: Database
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  chats: Pick<Chats, 'lockForMessages'>
  writer: InboundWriter
  /** Called after the commit. */
  publish: (routed: readonly Routed[]) => void
}

/** `known` was stored before. `stored` still has to be routed. `routed` is in its chat. */
type Kept = 'known' | 'stored' | 'routed'

type KnownText = { event: NewEvent; chat: KnownChat }

/**
 * Stores texts, many in one commit, which also has the message of each text whose chat is known. The other texts are routed
 * later.
 */
export function createKeepTexts({ database, log, chats, writer, publish }: Parts) {
  async function writeKnown(trx: Queries, texts: readonly KnownText[]): Promise<Routed[]> {
    const routed: Routed[] = []
    const byTenant = [...Map.groupBy(texts, ({ event }) => event.tenantId)]
    for (const [tenantId, ofTenant] of byTenant) {
      const chatIds = [...new Set(ofTenant.map(({ chat }) => chat.chatId))]
      const locked = await chats.lockForMessages(trx, tenantId, { chatIds, requests: [] })
      const byId = new Map(locked.chats.map((chat) => [chat.chatId, chat]))
      const writes = writer.begin(trx, tenantId)
      for (const { event, chat: known } of ofTenant) {
        const chat = byId.get(known.chatId)
        if (!chat) throw new Error(`The chat ${known.chatId} is locked and cannot be gone.`)
        const received = { ...known, text: readInboundText(event), recovered: event.recovered }
        await onBehalfOf(event.requestId, () => writer.add(writes, chat, received))
      }
      routed.push(await writer.end(writes, { isLast: routed.length === byTenant.length - 1 }))
    }
    return routed
  }

  async function keepAndWrite(events: readonly NewEvent[]) {
    const { kept, routed } = await database.transaction(async (trx) => {
      const stored = await keepEvents(trx, events)
      const known = events.flatMap((event, index) => {
        const chat = stored[index]?.chat
        return chat ? [{ event, chat }] : []
      })
      return { kept: stored.map(keptAs), routed: await writeKnown(trx, known) }
    })
    publish(routed)
    return kept
  }

  /** Leaves all of them to be routed later. */
  async function keepOnly(events: readonly NewEvent[]) {
    const withoutRoute = events.map((event) => ({ ...event, addresses: null }))
    return (await database.statement((db) => keepEvents(db, withoutRoute))).map(keptAs)
  }

  async function keepAll(events: readonly NewEvent[]): Promise<Kept[]> {
    try {
      return await keepAndWrite(events)
    } catch (error) {
      if (error instanceof NoConnection || error instanceof CommitInDoubt || isAccountChanged(error)) throw error
      // A message that cannot be written must not keep its text from being stored.
      log.error({ err: error }, 'texts stored without their messages')
      return keepOnly(events)
    }
  }

  return createBatches<NewEvent, Kept>({
    most: MAX_PER_COMMIT,
    keyOf: nameOf,
    async run(events) {
      const kept = await keepAll(events)
      return kept.map((value) => ({ status: 'fulfilled', value }))
    },
  })
}

function keptAs(stored: NewText | null): Kept {
  if (!stored) return 'known'
  return stored.chat ? 'routed' : 'stored'
}
