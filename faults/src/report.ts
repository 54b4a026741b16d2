import type { Report } from './run.ts'

const MAX_SHOWN = 40

/** The report of a run, as Markdown that also reads well in a terminal. */
export function formatReport(report: Report): string {
  const rows: [string, string | number][] = [
    ['database', report.database],
    ['steps', report.steps],
    ...Object.entries(report.struck).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ['**faults**', Object.values(report.struck).reduce((sum, times) => sum + times, 0)],
    ...Object.entries(report.webhooksStruck),
    ['kills missing callbacks', report.killsMissingCallbacks],
    ['clean restarts', report.restarts],
    ['messages sent', report.sent],
    ['held or scheduled', report.pending],
    ['canceled', report.canceled],
    ['texts received', report.received],
    ['events of webhooks', report.events],
    ['clicks', report.clicks],
    ['retries', report.retries],
    ['seconds', report.seconds.toFixed(0)],
    ['seconds to settle', report.secondsToSettle?.toFixed(0) ?? 'never'],
    ['**verdict**', verdictOf(report)],
  ]
  const lines = rows.map(([name, value]) => `| ${name.padEnd(23)} | ${String(value).padStart(16)} |`)
  const head = `| ${`seed ${report.seed}`.padEnd(23)} | ${' '.repeat(16)} |\n| ${'-'.repeat(23)} | ${'-'.repeat(15)}: |`
  return [head, ...lines, '', ...accountsOf(report)].join('\n')
}

function verdictOf({ violations }: Report): string {
  return violations.length === 0 ? 'nothing broken' : `${violations.length} broken`
}

function accountsOf({ violations, seed, count, database, folder }: Report): string[] {
  if (violations.length === 0) return []
  const shown = violations.slice(0, MAX_SHOWN).map(({ rule, account, step, id }) => {
    const where = [step === undefined ? null : `step ${step}`, id].filter(Boolean).join(', ')
    return `- ${rule}: ${account}${where && ` (${where})`}`
  })
  return [
    ...shown,
    ...(violations.length > MAX_SHOWN ? [`- and ${violations.length - MAX_SHOWN} more`] : []),
    '',
    `Again: npm run faults -- --seed ${seed} --count ${count} --database ${database}`,
    `What is left: ${folder}`,
  ]
}
