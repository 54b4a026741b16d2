import type { Report } from './benchmark.ts'
import { formatTable } from './table.ts'

/** Markdown, ready for docs/benchmarks.md. */
export function formatReport({ machine, tables, goals }: Report): string {
  const table = {
    title: 'Goals',
    head: ['goal', 'measured', ''],
    rows: goals.map(({ text, measured, met }) => [text, measured, met ? 'met' : 'missed']),
  }
  return [...machine.map((fact) => `- ${fact}`), '', ...[...tables, table].map(formatTable)].join('\n')
}
