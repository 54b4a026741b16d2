import { REPORT_BOUNDS } from '@partyline/contract'
import type { UnansweredChat } from '@partyline/contract'
import { line } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'

/** A period without today, so that the figures are the same on every day. */
export const OCTOBER = '/reports?from=2026-10-01&to=2026-10-31'
export const LAST_YEAR = '/reports?from=2025-11-01&to=2026-10-31'

export const LONG_NAME = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Northern Lakes Orthodontics and Pediatrics'

const FAILURES = [
  { code: 30003, text: 'The phone is switched off or out of reach. Try again later, or call.', count: 14 },
  { code: 30006, text: 'This is a landline, or a carrier that takes no texts. Ask for a mobile number.', count: 6 },
  { code: 21610, text: 'The person texted STOP. They get texts again only after they text START.', count: 3 },
  { code: null, text: 'It isn’t known whether the text arrived. Ask before you send it again.', count: 1 },
]

/** A clinic that has texted for a while. */
export function makeBusy(clinic: Clinic): void {
  const { report } = clinic
  report.textsPerDay = 52
  report.tags = ['Recall', 'New patient', 'VIP', 'Billing', 'Family']
  report.failures = FAILURES
  report.unanswered = unanswered(clinic, 4)
}

/** 30 people, 40 tags, and very long names. */
export function makeLarge(clinic: Clinic): void {
  makeBusy(clinic)
  const { report, lines, users } = clinic
  report.textsPerDay = 3_900
  report.people = [LONG_NAME, 'נועה כהן', ...Array.from({ length: 28 }, (_, at) => `Colleague Number ${at + 3}`)]
  report.tags = ['A'.repeat(60), ...Array.from({ length: 39 }, (_, at) => `Tag ${at + 2} of the intake form`)]
  report.unanswered = unanswered(clinic, REPORT_BOUNDS.unanswered)
  lines.push(line(3, LONG_NAME, '+12025550103', users))
}

/** The newest chat has waited for two hours, and each one before it for two more. */
export function unanswered({ chats }: Clinic, count: number): UnansweredChat[] {
  const names = [...chats.map(({ name }) => name), LONG_NAME]
  return Array.from({ length: count }, (_, at) => ({
    id: chats[at % chats.length]!.id,
    name: names[at % names.length]!,
    since: new Date(Date.now() - (count - at) * 2 * 3_600_000).toISOString(),
  }))
}
