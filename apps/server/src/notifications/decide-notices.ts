import { assigneeRelation, decideNotification, NOTIFY_AFTER_MS } from '@partyline/contract'
import type { NotificationChoice, NotificationQuestion } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { oldestNotices, takeDueNotices } from '../chats/index.ts'
import type { Notice } from '../chats/index.ts'
import { isStorageFull } from '../platform/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import { findFacts, recordDecisions, seenOf } from './decisions-store.ts'
import type { Facts, LastDecision, Seen } from './decisions-store.ts'
import { addSends } from './sends-store.ts'
import type { NewSend } from './sends-store.ts'

type Parts = { database: Database; clock: Clock; log: Pick<FastifyBaseLogger, 'error'>; hasPush: boolean }

/** From a failure to the next try. */
const RETRY_MS = 60_000
/** How long to retry notices that can't be decided: later, no one needs the notification. */
const GIVE_UP_MS = 600_000

/**
 * Decides who is told of what, once for all processes: notices are taken, and what follows from them is written, in one
 * transaction. Returns whether there may be more, and otherwise when to look again.
 */
export async function decideNotices({
  database,
  clock,
  log,
  hasPush,
}: Parts): Promise<{ hasMore: boolean; nextAt: Date | null }> {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const { text, other } = await oldestNotices(database.queries)
  const due = [
    ...(text ? [text.getTime() + NOTIFY_AFTER_MS.push] : []),
    ...(other ? [other.getTime() + NOTIFY_AFTER_MS.direct] : []),
  ]
  const nextAt = due.length > 0 ? new Date(Math.min(...due)) : null
  if (nextAt === null || nextAt > now) return { hasMore: false, nextAt }
  let taken: readonly Notice[] = []
  try {
    await decideDue((notices) => (taken = notices))
    return { hasMore: true, nextAt: null }
  } catch (error) {
    if (taken.length === 0 || isStorageFull(error)) throw error
    // None was decided: notices of other chats must not wait.
    const chats = new Map(taken.map((notice) => [`${notice.tenantId}/${notice.chatId}`, notice])).values()
    let hasMore = false
    for (const chat of chats) if (await decideOrLog(chat)) hasMore = true
    return { hasMore, nextAt: hasMore ? null : new Date(now.getTime() + RETRY_MS) }
  }

  /** Returns whether it has worked. */
  async function decideOrLog({ tenantId, chatId }: InChat): Promise<boolean> {
    const chat = { tenantId, chatId }
    try {
      await decideDue(() => undefined, chat)
      return true
    } catch (error) {
      log.error({ err: error, chatId }, 'failed to decide about the notifications of a chat')
      const givenUp = await takeDueNotices(database.queries, { texts: ago(GIVE_UP_MS), others: ago(GIVE_UP_MS), chat })
      if (givenUp.length > 0) log.error({ chatId, count: givenUp.length }, 'gave up notifications of a chat')
      return false
    }
  }

  async function decideDue(onTaken: (notices: readonly Notice[]) => void, chat?: InChat): Promise<void> {
    const due = { texts: ago(NOTIFY_AFTER_MS.push), others: ago(NOTIFY_AFTER_MS.direct), ...(chat && { chat }) }
    await database.transaction(async (trx) => {
      const notices = await takeDueNotices(trx, due)
      onTaken(notices)
      if (notices.length > 0) await decideAll(trx, notices)
    })
  }

  async function decideAll(trx: Queries, notices: readonly Notice[]): Promise<void> {
    const facts = await findFacts(trx, notices, now)
    // By chat and kind, oldest first.
    const happened = Map.groupBy(notices, ({ tenantId, chatId, kind }) => `${tenantId}/${chatId}/${kind}`)
    const cases = [...happened.values()].flatMap((all) => facts.flatMap((person) => caseOf(all, person) ?? []))
    const items = cases.map(({ facts: { tenantId, userId }, newest: { itemId } }) => ({ tenantId, userId, itemId }))
    const seenByItem = new Map((await seenOf(trx, items)).map((seen) => [keyOfItem(seen), seen]))

    const sends: NewSend[] = []
    const decisions: LastDecision[] = []
    for (const one of cases) {
      const { facts: of, newest } = one
      const seen = seenBy(one, seenByItem.get(keyOfItem({ ...of, itemId: newest.itemId })))
      const { told, decision, channel } = settle(one, seen)
      sends.push(...told)
      // Settings do not explain why someone was not notified of a chat that they are not in.
      if (!decision.told && !of.isMember && decision.reason === 'notAMember') continue
      decisions.push({ ...keyOf(of), decidedAt: now, kind: newest.kind, reason: decision.reason, channel })
    }
    await addSends(trx, sends)
    await recordDecisions(trx, decisions)
  }

  /** The notifications of a person by push or, without a device, in Teams, and the decision. */
  function settle(one: Case, seen: NotificationQuestion['seen']) {
    const { facts, newest, count } = one
    const devices = hasPush ? facts.devices : []
    const send = { ...keyOf(facts), kind: newest.kind, itemId: newest.itemId, count, happenedAt: newest.happenedAt }
    const decide = (choice: NotificationChoice) => decideNotification(questionOf(one, { choice, seen, now }))
    if (seen === 'shown') {
      // Why the page has shown it, unless the person has changed their settings since.
      const why = decideNotification(questionOf(one, { choice: 'all', seen: null, now }))
      return { told: [], decision: why.told ? why : decide('all'), channel: 'page' as const }
    }
    if (devices.length === 0) {
      const decision = decide(facts.teams ? 'mine' : 'off')
      const waits = newest.kind === 'text' ? NOTIFY_AFTER_MS.teams : NOTIFY_AFTER_MS.direct
      const dueAt = new Date(newest.happenedAt.getTime() + waits)
      const told = decision.told ? [{ ...send, deviceId: null, dueAt }] : []
      return { told, decision, channel: 'teams' as const }
    }
    const decided = devices.map(({ deviceId, choice }) => ({ deviceId, decision: decide(choice) }))
    const told = decided
      .filter(({ decision }) => decision.told)
      .map(({ deviceId }) => ({ ...send, deviceId, dueAt: now }))
    const decision = decided.find((each) => each.decision.told)?.decision ?? decide('mine')
    return { told, decision, channel: 'push' as const }
  }
}

type InChat = Pick<Notice, 'tenantId' | 'chatId'>

type Case = { facts: Facts; newest: Notice; count: number }

/** The notices that concern a person, except those they caused. Null if there are none. */
function caseOf(happened: readonly Notice[], facts: Facts): Case | null {
  const concerns = happened.filter((one) => isAbout(one, facts) && (one.causedBy as string | null) !== facts.userId)
  const newest = concerns.at(-1)
  if (!newest) return null
  return { facts, newest, count: Math.max(concerns.length, newest.kind === 'text' ? facts.unreadCount : 0) }
}

function isAbout({ tenantId, chatId, userId }: Notice, facts: Facts): boolean {
  return tenantId === facts.tenantId && chatId === facts.chatId && (userId === null || userId === facts.userId)
}

function seenBy({ facts, newest, count }: Case, seen: Seen | undefined): NotificationQuestion['seen'] {
  if (seen?.isShown) return 'shown'
  if (newest.kind === 'mention') return seen?.isUnseenNote ? null : 'read'
  if (newest.kind !== 'text') return null
  if (facts.isMember) return facts.unreadCount === 0 ? 'read' : null
  // An unclaimed chat is announced once, with its first text.
  if (facts.unclaimedCount > 0) return facts.unclaimedCount > count ? 'announced' : null
  return facts.isReadByAnyone ? 'read' : null
}

type Asking = { choice: NotificationChoice; seen: NotificationQuestion['seen']; now: Date }

function questionOf({ facts, newest: { kind } }: Case, { choice, seen, now }: Asking): NotificationQuestion {
  const { state, notify, isMember, answersLine, workingHours, pausedUntil, assignedTo, userId: me } = facts
  const assignee = {
    workingHours: facts.assigneeHours,
    pausedUntil: facts.assigneePausedUntil?.toISOString() ?? null,
    disabled: !facts.assigneeEnabled,
  }
  return {
    kind,
    choice,
    person: { workingHours, pausedUntil: pausedUntil?.toISOString() ?? null },
    now,
    seen,
    chat: {
      state,
      notify,
      isMember,
      isUnclaimed: facts.unclaimedCount > 0,
      assignee: assigneeRelation({ assignedTo, me, assignee }, now),
      answersLine,
    },
  }
}

const keyOfItem = ({ tenantId, userId, itemId }: Pick<Seen, 'tenantId' | 'userId' | 'itemId'>) =>
  `${tenantId}/${userId}/${itemId}`

const keyOf = ({ tenantId, chatId, userId }: Facts) => ({ tenantId, chatId, userId })
