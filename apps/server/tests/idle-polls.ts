/** From one look of a loop to its next, at least. */
const POLL_MS = 5_000

/** Parts of what loops send that look for work, whether or not there is any. */
const POLLS = [
  'from "provider_events" where "processed_at" is null and "next_try_at" <=',
  'from "deliveries" where "check_at" <=',
  'from "deliveries" where "leased_until" <',
  'from "inbound_media" where "due_at" <=',
  '"snoozed_until" <=',
  'insert into directory_polls',
  'with recursive queues',
]

/** And of a look for notifications: one for all that has happened within seconds. */
const NOTIFICATIONS = [
  'from "notices"',
  'delete from pushed_chats',
  'delete from "push_devices"',
  'delete from "shown_notices"',
  'from notification_sends',
  'from "notification_sends"',
]

/** Each half a minute, and also when a message is due: it counts as work. */
const FIND_DUE = 'min("send_at")'

const hasOneOf = (parts: readonly string[], roundTrip: string) => parts.some((part) => roundTrip.includes(part))

/** Whether a server sends it that has nothing to do. */
export const isPoll = (roundTrip: string): boolean => hasOneOf([...POLLS, ...NOTIFICATIONS, FIND_DUE], roundTrip)

/**
 * Leaves the polls of that time out. More than a loop sends by itself were made for the work. By their text, and not by
 * the number that an idle server sends: when a poll is due is chance.
 */
export function withoutPolls(roundTrips: readonly string[], ms: number): string[] {
  const seen = new Map<string, number>()
  return roundTrips.filter((roundTrip) => {
    if (hasOneOf(NOTIFICATIONS, roundTrip)) return false
    if (!hasOneOf(POLLS, roundTrip)) return true
    const times = (seen.get(roundTrip) ?? 0) + 1
    seen.set(roundTrip, times)
    return times > 1 + Math.floor(ms / POLL_MS)
  })
}
