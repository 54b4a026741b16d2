import { MESSAGE, SCHEDULE, signed } from '@partyline/contract'
import type { FileId, MessageId, RealtimeEvent, ReturnReason } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { assignToAuthor, isUnclaimed, mayReply, memberIdOf, newestIdOf, replaceResult } from '../chats/index.ts'
import type { Chats, LockedForMessages, NewMessageIn, WritableChat } from '../chats/index.ts'
import { composeMessage, recipientsOf, sendsOf, textedBy } from '../delivery/index.ts'
import type { QueuedText } from '../delivery/index.ts'
import type { Media } from '../media/index.ts'
import { countryBar } from '../numbers/index.ts'
import { createLoop } from '../platform/index.ts'
import type { Clock, Database, Loop, Queries, Topic } from '../platform/index.ts'
import { deletePending, dueIn, idAfter, markLate, queuesUntil } from '../transcript/index.ts'
import type { InChat, NewMessage, PendingMessage, PendingQueue } from '../transcript/index.ts'
import { findSenders } from './pending-store.ts'
import type { Senders } from './pending-store.ts'

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  chats: Chats
  media: Pick<Media, 'isKept'>
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
}

/** How often the database is searched for due messages that another process has left. */
const PAUSE_MS = 30_000
const MAX_CHATS_AT_ONCE = 200
const SIDE_BY_SIDE = 4

/** Sends held and scheduled messages when their time has come: docs/product.md#undo-and-send-later */
export function createPendingRelease(parts: Parts): { loop: Loop; onPending: (sendAt: Date) => void } {
  const { database, clock, log, chats, media, announcements, textsQueued } = parts

  async function releaseDue(): Promise<void> {
    const now = clock.now()
    const soon = new Date(now.getTime() + PAUSE_MS)
    const queues = await queuesUntil(database.queries, { now, soon }, MAX_CHATS_AT_ONCE)
    const due = queues.filter(({ dueAt }) => dueAt <= now)
    const left = [...due]
    let failed = 0
    while (left.length > 0) {
      const released = await Promise.all(left.splice(0, SIDE_BY_SIDE).map(releaseOrLog))
      failed += released.filter((isReleased) => !isReleased).length
    }
    // If all have failed, the pause comes first.
    if (due.length === MAX_CHATS_AT_ONCE && failed < due.length) return loop.wake()
    const [next] = queues.flatMap(({ nextAt }) => nextAt ?? []).toSorted((one, other) => Number(one) - Number(other))
    if (next) onPending(next)
  }

  /** Returns whether it has worked. A chat that fails does not delay others, and is retried after the pause. */
  async function releaseOrLog(queue: PendingQueue): Promise<boolean> {
    try {
      await releaseIn(queue)
      return true
    } catch (error) {
      log.error({ err: error, chatId: queue.chatId }, 'failed to send pending messages')
      return false
    }
  }

  async function releaseIn({ hasFiles, ...inChat }: PendingQueue): Promise<void> {
    const missing = hasFiles ? await missingFiles(inChat) : new Set<FileId>()
    const released = await database.transaction((trx) => release(trx, inChat, missing))
    if (released.events.length > 0) announcements.publish(released.events)
    if (released.sends.length > 0) textsQueued.publish(released.sends)
  }

  /** Sends the messages that can be sent, in order, and returns the others. */
  async function release(trx: Queries, inChat: InChat, missing: ReadonlySet<FileId>) {
    const { tenantId, chatId } = inChat
    const lock = () => chats.lockForMessages(trx, tenantId, { chatIds: [chatId], requests: [] })
    const locked = await lock()
    let chat = locked.chats[0] ?? null
    // The messages of a deleted chat are returned.
    if (!chat) await chats.lockRow(trx, tenantId, chatId)
    const due = await dueIn(trx, inChat, clock.now())
    if (due.length === 0) return { events: [], sends: [] }
    const senders = await findSenders(trx, tenantId, due)
    const events: RealtimeEvent[] = []
    const sent: { pending: PendingMessage; added: NewMessageIn }[] = []
    for (const pending of due) {
      const at = clock.now()
      if (at.getTime() - pending.sendAt.getTime() > SCHEDULE.maxLateMs) {
        await markLate(trx, pending)
        continue
      }
      const reason = reasonToReturn(pending, chat, { ...locked, ...senders, missing })
      const author = senders.authors.get(pending.writtenBy)
      if (reason || !chat || !author) {
        await chats.returnToOwner(trx, pending, {
          reason: reason ?? 'chat closed',
          assignedTo: chat?.assignedTo ?? null,
        })
        continue
      }
      const caller = { ...author, tenantId, userId: pending.writtenBy }
      if (isUnclaimed(chat)) {
        events.push(...(await chats.join(trx, caller, chatId)))
        chat = (await lock()).chats[0] ?? chat
      }
      const message = composePending(pending, chat, { at, addSignature: locked.addSignature, author })
      chat.lastMessageId = message.id
      const isReply = !pending.opensChat
      const effect = locked.assignOnReply && isReply ? assignToAuthor(chat, caller) : null
      sent.push({ pending, added: { chat, message, effect } })
    }
    await deletePending(
      trx,
      sent.map(({ pending }) => pending),
    )
    await renameResults(trx, sent)
    const added = await chats.addMessages(
      trx,
      sent.map((one) => one.added),
    )
    events.push(...added.map(({ event }) => event))
    // Last, because the events of the messages still count them as scheduled.
    events.push(...(await chats.recordPending(trx, tenantId, [chatId])))
    return { events, sends: sent.flatMap(({ added: { chat: to, message } }) => sendsOf(to, message)) }
  }

  /** Files whose bytes are gone. */
  async function missingFiles(inChat: InChat): Promise<ReadonlySet<FileId>> {
    const due = await dueIn(database.queries, inChat, clock.now())
    const missing = new Set<FileId>()
    for (const file of due.flatMap(({ files }) => files)) if (!(await media.isKept(file))) missing.add(file.fileId)
    return missing
  }

  const loop = createLoop({
    clock,
    pauseMs: PAUSE_MS,
    run: releaseDue,
    onError: (error) => log.error({ err: error }, 'failed to look for pending messages'),
  })

  /** Wakes the loop at a time that is before the end of its pause. */
  function onPending(sendAt: Date): void {
    const ms = sendAt.getTime() - clock.now().getTime()
    if (ms < PAUSE_MS) loop.wakeAfter(Math.max(0, ms))
  }

  return { loop, onPending }
}

type Circumstances = Pick<LockedForMessages, 'addSignature' | 'allowedCountries'> &
  Senders & { missing: ReadonlySet<FileId> }

/** Why a message cannot be sent as it was written; null if it can. */
function reasonToReturn(pending: PendingMessage, chat: WritableChat | null, now: Circumstances): ReturnReason | null {
  const author = now.authors.get(pending.writtenBy)
  if (!chat) return 'chat closed'
  if (now.isTenantSuspended) return 'tenant suspended'
  if (!author || !author.enabled || !mayReply({ ...author, userId: pending.writtenBy }, chat)) return 'author left'
  if (chat.numberId !== pending.numberId) return 'line changed'
  if (pending.recipients.length > 0 && !now.linesInUse.has(chat.numberId)) return 'line not in use'
  if (pending.files.some(({ fileId }) => now.missing.has(fileId))) return 'file missing'
  const message = composePending(pending, chat, { at: pending.sendAt, addSignature: now.addSignature, author })
  const recipients = recipientsOf(message)
  if (recipients.join() !== pending.recipients.join()) {
    const isOptedOut = chat.members.some(({ id, optedOut }) => optedOut && pending.recipients.includes(id))
    return isOptedOut ? 'opted out' : 'recipients changed'
  }
  if (textedBy(message).some((number) => countryBar(number, now.allowedCountries))) return 'country not allowed'
  return asSentBy(pending, author, now.addSignature).length > MESSAGE.maxLength ? 'too long' : null
}

const asSentBy = ({ text }: PendingMessage, { name }: { name: string }, addSignature: boolean) =>
  signed(text, addSignature ? name : null)

/** Under its own id, unless a message that was written in the meantime sorts after it. */
function composePending(
  pending: PendingMessage,
  chat: WritableChat,
  { at, addSignature, author }: { at: Date; addSignature: boolean; author: { name: string } },
): NewMessage {
  const { text, files, parent, writtenBy, requestId } = pending
  const newest = newestIdOf(chat)
  const isNext = newest === null || pending.id > newest
  const id = isNext ? pending.id : idAfter<MessageId>(newest)
  const words = { text, files, parent, asSent: asSentBy(pending, author, addSignature) }
  return composeMessage(chat, words, { author: memberIdOf(writtenBy), at, requestId, id })
}

/** So that a repeated request finds a message that was sent under another id. */
async function renameResults(trx: Queries, sent: readonly { pending: PendingMessage; added: NewMessageIn }[]) {
  for (const { pending, added } of sent) {
    const { tenantId, id, writtenBy: userId, requestKey: key } = pending
    if (key === null || id === added.message.id) continue
    await replaceResult(trx, { tenantId, userId, call: 'messages.send', key }, added.message.id)
  }
}
