import { AUDIT_VALUES, MAX_SNOOZE_DAYS, STATE_TEXTS } from '@partyline/contract'
import type { AuditChange, CallBody, ChatId, ChatListItem, MemberId, RealtimeEvent, UserId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { differences, recordAuditEntry } from '../audit/index.ts'
import { AppError, createLoop, invalid } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Queries, Topic } from '../platform/index.ts'
import type { Transcript } from '../transcript/index.ts'
import type { ChatChanges } from './chat-changes-service.ts'
import type { Changed, ChatRecords } from './chat-records-service.ts'
import type { ChatStep, NewChatChange } from './chats-events.ts'
import { assertVersion } from './chats-policy.ts'
import { presentListed } from './chats-presenter.ts'
import { snoozesUntil, updateStates } from './chats-store.ts'
import { findPeople, setNotify } from './members-store.ts'
import type { Person } from './members-store.ts'
import { unreadMentions } from './mentions-store.ts'
import { currentMember, memberIdOf } from './stored-chat.ts'
import type { StoredChat } from './stored-chat.ts'

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  transcript: Transcript
  records: ChatRecords
  changes: Pick<ChatChanges, 'enter'>
  announcements: Topic<readonly RealtimeEvent[]>
}

type Assignee = Person & { userId: UserId }

const DAY_MS = 86_400_000
/** How often the database is asked for snoozes that have ended. */
const SNOOZE_PAUSE_MS = 15_000
const MAX_SNOOZES_AT_ONCE = 100

/**
 * Where the team is with its chats, and who takes care of them, as set by a person or the end of a snooze. Texts change it in
 * message-effects.ts, and failed texts in advance_deliveries.sql: docs/product.md#open-done-and-snoozed
 */
export function createChatState(parts: Parts) {
  const { database, clock, log, transcript, records, changes, announcements } = parts

  /** `by`: null when a snooze has ended. */
  async function setState(
    trx: Queries,
    chat: StoredChat,
    { state, until }: { state: StoredChat['state']; until: Date | null },
    by: MemberId | null,
  ): Promise<Changed> {
    const kind = state === 'done' ? 'done' : by ? 'reopened' : 'snoozeEnded'
    const change: NewChatChange = until ? { kind: 'snoozed', until: until.toISOString() } : { kind }
    const [, changed] = await Promise.all([
      updateStates(trx, [{ ...chat, state, snoozedUntil: until }]),
      records.change(trx, chat, { steps: [{ kind: 'ChatUpdated', changes: [change] }], by }),
    ])
    return changed
  }

  /** `user`: null for no one. @throws {AppError} conflict if the chat is full */
  async function assign(trx: Queries, chat: StoredChat, user: Assignee | null, by: MemberId): Promise<Changed> {
    const steps: ChatStep<NewChatChange>[] = []
    let unreadCounts = {}
    if (user && !currentMember(chat, user.id)) {
      await changes.enter(trx, chat, [user])
      const kind = user.id === by ? ('memberJoined' as const) : ('memberAdded' as const)
      steps.push({ kind: 'MemberAddedToChat', changes: [{ kind, memberId: user.id }] })
      unreadCounts = { [user.id]: 0 }
    }
    const memberId = user?.id ?? memberIdOf(chat.assignedTo!)
    steps.push({ kind: 'ChatUpdated', changes: [{ kind: user ? 'assigned' : 'unassigned', memberId }] })
    const [, changed] = await Promise.all([
      updateStates(trx, [{ ...chat, assignedTo: user?.userId ?? null }]),
      records.change(trx, chat, { steps, by, unreadCounts }),
    ])
    return changed
  }

  /**
   * One change that any enabled user may make, recorded in the audit log. `personId`: who is looked up for it. `work` returns null
   * if there is nothing to change.
   */
  async function change(
    caller: Caller,
    { chatId, ifMatch, personId }: { chatId: ChatId; ifMatch: string | undefined; personId: UserId | null },
    work: (trx: Queries, chat: StoredChat, person: Person | null) => Promise<Changed | null>,
  ): Promise<ChatListItem> {
    const { tenantId } = caller
    const { events, chat, lastMessage, mentions } = await database.transaction(async (trx) => {
      const [locked, mentions, [person = null]] = await Promise.all([
        records.lock(trx, tenantId, chatId),
        unreadMentions(trx, caller, [chatId]),
        personId ? findPeople(trx, tenantId, [memberIdOf(personId)]) : [],
      ])
      assertVersion(locked, ifMatch)
      return { ...((await work(trx, locked, person)) ?? (await unchanged(trx, locked))), mentions }
    })
    if (events.length > 0) announcements.publish(events)
    return presentListed(caller, chat, { lastMessage, mentionCount: mentions.get(chatId) ?? 0 })
  }

  async function unchanged(trx: Queries, chat: StoredChat): Promise<Changed> {
    const { tenantId, lastMessageId: id } = chat
    return { events: [], chat, lastMessage: (id && (await transcript.byIds(trx, tenantId, [id])).get(id)) ?? null }
  }

  async function audit(
    trx: Queries,
    caller: Caller,
    {
      kind,
      chat,
      changes: audited,
    }: { kind: 'chatStateChanged' | 'chatAssigned'; chat: StoredChat; changes: AuditChange[] },
  ) {
    if (audited.length === 0) return
    await recordAuditEntry(trx, caller, {
      kind,
      at: clock.now(),
      subject: chat.name,
      about: chat.chatId,
      changes: audited,
    })
  }

  function untilOf({ until }: CallBody<'chats.setState'>): Date | null {
    if (until === undefined) return null
    const ms = Date.parse(until) - clock.now().getTime()
    if (ms <= 0) throw invalid({ until: [STATE_TEXTS.past] })
    if (ms > MAX_SNOOZE_DAYS * DAY_MS) throw invalid({ until: [STATE_TEXTS.tooFar] })
    return new Date(until)
  }

  /** Opens the chats whose snooze has ended. Another process may have opened them first. */
  async function endSnoozes(): Promise<void> {
    const now = clock.now()
    const soon = new Date(now.getTime() + SNOOZE_PAUSE_MS)
    const snoozes = await snoozesUntil(database.queries, soon, MAX_SNOOZES_AT_ONCE)
    const ended = snoozes.filter(({ until }) => until <= now)
    for (const [tenantId, ofTenant] of Map.groupBy(ended, (snooze) => snooze.tenantId)) {
      const events = await database.transaction(async (trx) => {
        const chats = await records.lockAll(
          trx,
          tenantId,
          ofTenant.map(({ chatId }) => chatId),
        )
        const opened: RealtimeEvent[] = []
        for (const chat of chats) {
          if (!chat.snoozedUntil || chat.snoozedUntil > now) continue
          opened.push(...(await setState(trx, chat, { state: 'open', until: null }, null)).events)
        }
        return opened
      })
      announcements.publish(events)
    }
    const next = snoozes.find(({ until }) => until > now)
    if (ended.length === MAX_SNOOZES_AT_ONCE) snoozeLoop.wake()
    else if (next) snoozeLoop.wakeAfter(next.until.getTime() - now.getTime())
  }

  const snoozeLoop = createLoop({
    clock,
    pauseMs: SNOOZE_PAUSE_MS,
    run: endSnoozes,
    onError: (error) => log.error({ err: error }, 'failed to open snoozed chats'),
  })

  return {
    snoozeLoop,
    routes: {
      'chats.setState': async ({ caller, params: { chatId }, body, request }) => {
        const until = untilOf(body)
        const key = { chatId, ifMatch: request.headers['if-match'], personId: null }
        const item = await change(caller, key, async (trx, chat) => {
          const { state } = body
          if (state === chat.state && until?.getTime() === chat.snoozedUntil?.getTime()) return null
          const audited = differences({ state: [AUDIT_VALUES[chat.state], AUDIT_VALUES[state]] })
          const [changed] = await Promise.all([
            setState(trx, chat, { state, until }, memberIdOf(caller.userId)),
            audit(trx, caller, { kind: 'chatStateChanged', chat, changes: audited }),
          ])
          return changed
        })
        if (until) snoozeLoop.wake()
        return item
      },

      'chats.assign': ({ caller, params: { chatId }, body: { userId }, request }) =>
        change(
          caller,
          { chatId, ifMatch: request.headers['if-match'], personId: userId },
          async (trx, chat, person) => {
            if (userId === chat.assignedTo) return null
            const user = userId && requireUser(person, userId)
            const before = chat.members.find(({ id }) => id === (chat.assignedTo as string | null))
            const audited = differences({ assignee: [before?.name ?? '', user?.name ?? ''] })
            const [changed] = await Promise.all([
              assign(trx, chat, user, memberIdOf(caller.userId)),
              audit(trx, caller, { kind: 'chatAssigned', chat, changes: audited }),
            ])
            return changed
          },
        ),

      'chats.setNotify': async ({ caller, params: { chatId }, body: { notify } }) => {
        await database.transaction(async (trx) => {
          const chat = await records.lock(trx, caller.tenantId, chatId)
          const member = currentMember(chat, caller.userId)
          if (!member) throw new AppError('not-a-member')
          await setNotify(trx, chat, { memberId: member.id, notify })
        })
        return undefined
      },
    } satisfies Partial<Handlers>,
  }
}

/** @throws {AppError} validation unless this is an enabled user */
function requireUser(person: Person | null, userId: UserId): Assignee {
  if (person?.role !== 'TeamsUser') throw invalid({ userId: [STATE_TEXTS.notAUser] })
  if (person.disabled) throw invalid({ userId: [STATE_TEXTS.disabledUser] })
  return { ...person, userId }
}
