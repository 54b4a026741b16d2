import type { Report } from './benchmark.ts'
import { formatTable } from './table.ts'

/** Markdown, ready for docs/benchmarks.md. */
export function formatReport({ machine, tables, goals }: Report): string {
  const table = {
    title: 'Goals',
    head: ['goal', 'measured', ''],
    rows: goals.map(({ text, measured, met }) => [text, measured, met ? 'met' : 'missed']),
  }
  const all = goals.length > 0 ? [...tables, table] : tables
  return [...machine.map((fact) => `- ${fact}`), '', ...all.map(formatTable)].join('\n')
}
