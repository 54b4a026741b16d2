import { eventWithoutData, NOTIFICATION, NOTIFICATION_TEXTS, NOTIFY_AFTER_MS } from '@partyline/contract'
import type { CallBody, NotificationSettings, RealtimeEvent } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { ActivityFeed } from '../microsoft/index.ts'
import { createLoop, invalid } from '../platform/index.ts'
import type { Caller, Clock, Config, Database, Handlers, Outside, Topic } from '../platform/index.ts'
import type { Users } from '../users/index.ts'
import { decideNotices } from './decide-notices.ts'
import { addShown, forgetShown, lastDecision } from './decisions-store.ts'
import { createActivityDelivery } from './deliver-activity.ts'
import { createPushDelivery } from './deliver-push.ts'
import { createDevices } from './devices-service.ts'
import { endSuspendedDevices } from './devices-store.ts'
import { createPushGateway } from './push-gateway.ts'
import { createSender } from './sender.ts'
import { addSends, claimActivities, claimPushes, nextSend, takeBack } from './sends-store.ts'

type Parts = {
  config: Config
  outside: Outside
  database: Database
  clock: Clock
  random: () => number
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  users: Users
  feed: ActivityFeed
  announcements: Topic<readonly RealtimeEvent[]>
}

export type Notifications = {
  start(): void
  stop(): Promise<void>
  routes: Pick<Handlers, NotificationCall>
}
type NotificationCall = Extract<keyof Handlers, `notifications.${string}` | `push.${string}`>

const DAY_MS = 86_400_000
/** How often to search the database for work left by a process that ended. */
const PAUSE_MS = 300_000
/** Delay from a change to deciding its notifications, so that several in a row are handled at once. */
const GATHER_MS = 1_500
/** How long to remember that a page showed an item: until Teams would have been notified. */
const SHOWN_MS = 10 * 60_000
/** How long not to try Teams again after it refused a notification for a person. */
const TEAMS_REFUSED_MS = 3_600_000

/** Notifies people of events: docs/product.md#notifications */
export function createNotifications(parts: Parts): Notifications {
  const { config, outside, database, clock, random, log, users, feed, announcements } = parts
  const push = createPushGateway({ outside, config })
  const devices = createDevices({ database, clock, push })

  const pushSender = createSender({
    clock,
    random,
    log,
    claim: (most) => claimPushes(database.queries, { now: clock.now(), most }),
    nextAt: () => nextSend(database.queries, { isPush: true }),
    deliver: push
      ? createPushDelivery({ database, clock, log, push, onFallback: () => teamsSender.wake() })
      : async () => 'settled',
    postpone: ({ endpoint: _endpoint, p256dh: _p256dh, auth: _auth, ...send }, dueAt) =>
      addSends(database.queries, [{ ...send, dueAt }]),
  })
  const teamsSender = createSender({
    clock,
    random,
    log,
    claim: (most) => {
      const now = clock.now()
      return claimActivities(database.queries, { now, most, refusedAfter: new Date(now.getTime() - TEAMS_REFUSED_MS) })
    },
    nextAt: () => nextSend(database.queries, { isPush: false }),
    deliver: createActivityDelivery({ database, clock, log, feed }),
    postpone: ({ isUnclaimed: _isUnclaimed, ...send }, dueAt) => addSends(database.queries, [{ ...send, dueAt }]),
  })

  /** When the loop wakes next, in milliseconds. */
  let wakesAt = Infinity
  function wakeIn(ms: number): void {
    const at = clock.now().getTime() + ms
    if (at >= wakesAt) return
    wakesAt = at
    loop.wakeAfter(ms)
  }

  const loop = createLoop({
    clock,
    pauseMs: PAUSE_MS,
    async run() {
      wakesAt = Infinity
      const { hasMore, nextAt } = await decideNotices({ database, clock, log, hasPush: push !== null })
      await takeBack(database.queries, clock.now())
      await endSuspendedDevices(database.queries)
      await forgetShown(database.queries, new Date(clock.now().getTime() - SHOWN_MS))
      pushSender.wake()
      teamsSender.wake()
      if (hasMore) loop.wake()
      else if (nextAt) wakeIn(Math.max(0, nextAt.getTime() - clock.now().getTime()))
    },
    onError: (error) => log.error({ err: error }, 'failed to decide about notifications'),
  })

  let stopListening = () => {}

  async function settingsOf({ tenantId, userId }: Caller): Promise<NotificationSettings> {
    const { workingHours, pausedUntil } = await users.get(tenantId, userId)
    const teams = await users.tellsInTeams(tenantId, userId)
    const last = await lastDecision(database.queries, { tenantId, userId })
    return { workingHours, pausedUntil, teams, pushKey: push?.key ?? null, last }
  }

  /** @throws {AppError} validation */
  function readPause(pausedUntil: string | null | undefined): Date | null | undefined {
    if (!pausedUntil) return pausedUntil === undefined ? undefined : null
    const ms = Date.parse(pausedUntil) - clock.now().getTime()
    if (ms <= 0) throw invalid({ pausedUntil: [NOTIFICATION_TEXTS.pastPause] })
    if (ms > NOTIFICATION.maxPauseDays * DAY_MS) throw invalid({ pausedUntil: [NOTIFICATION_TEXTS.longPause] })
    return new Date(pausedUntil)
  }

  async function update(caller: Caller, change: CallBody<'notifications.update'>): Promise<NotificationSettings> {
    const pausedUntil = readPause(change.pausedUntil)
    await users.setNotifications(database.queries, caller, { ...change, pausedUntil })
    // Colleagues see who is away.
    announcements.publish([eventWithoutData(caller.tenantId, 'UserAdded')])
    return settingsOf(caller)
  }

  return {
    start() {
      stopListening = announcements.subscribe((events) => {
        if (events.some(({ kind }) => kind === 'MessageAddedToChat')) wakeIn(NOTIFY_AFTER_MS.push)
        if (events.some(cannotWait)) wakeIn(NOTIFY_AFTER_MS.direct)
        if (events.some(isRead)) wakeIn(GATHER_MS)
      })
      loop.start()
      pushSender.start()
      teamsSender.start()
    },
    async stop() {
      stopListening()
      await loop.stop()
      await Promise.all([pushSender.stop(), teamsSender.stop()])
    },
    routes: {
      'notifications.get': ({ caller }) => settingsOf(caller),
      'notifications.update': ({ caller, body }) => update(caller, body),
      'notifications.shown': async ({ caller, body: { itemIds } }) => {
        await addShown(database.queries, caller, itemIds, clock.now())
        return undefined
      },
      'push.list': ({ caller }) => devices.list(caller),
      'push.add': ({ caller, body }) => devices.add(caller, body),
      'push.remove': async ({ caller, params }) => {
        await devices.remove(caller, params.deviceId)
        return undefined
      },
      'push.test': async ({ caller, params }) => {
        await devices.test(caller, params.deviceId)
        return undefined
      },
    },
  }
}

const CHANGES: readonly string[] = ['assigned', 'snoozeEnded']

/** Whether it may have to notify someone immediately. */
function cannotWait({ kind, data }: RealtimeEvent): boolean {
  if (data === null) return false
  if (kind === 'NotesChanged') return data.notes.length > 0
  if ('pending' in data)
    return data.pending.some(({ pending }) => pending?.state === 'returned' || pending?.state === 'late')
  return 'changes' in data && (data.changes ?? []).some((change) => CHANGES.includes(change.kind))
}

/** Whether someone has read something, or claimed a chat. */
function isRead({ kind, data }: RealtimeEvent): boolean {
  if (data === null) return false
  if (kind === 'NotesChanged') return Object.values(data.mentionCounts).includes(0)
  if (kind === 'MemberAddedToChat' || kind === 'ChatArchived') return true
  return kind === 'DeliveryStatusUpdated' && Object.values(data.unreadCounts).includes(0)
}
