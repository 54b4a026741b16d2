import { figure } from '../harness/figures.ts'
import type { Table } from '../harness/table.ts'
import type { Measured, Scroll, Times } from './measure-tenant.ts'

export type Results = {
  readonly chats: number
  readonly small: Measured
  readonly large: Measured
  readonly smallSlowed: Measured
  readonly largeSlowed: Measured
}

const times = ({ p50, p95 }: Times) => `${figure(p50)} / ${figure(p95)}`
const frames = ({ p95, dropped }: Scroll) => `${figure(p95)}, ${figure(dropped * 100)} %`

const ROWS: readonly (readonly [string, (measured: Measured) => string])[] = [
  ['navigation to list, nothing cached, ms', ({ coldList }) => figure(coldList)],
  ['navigation to list, again, p50 ms', ({ warmList }) => figure(warmList)],
  ['click to chat, p50 / p95 ms', ({ click }) => times(click)],
  ['key to paint, p50 / p95 ms', ({ key }) => times(key)],
  ['key to paint on an empty page, p50 / p95 ms', ({ emptyKey }) => times(emptyKey)],
  ['scroll of the list: frame p95 ms, dropped', ({ listScroll }) => frames(listScroll)],
  ['scroll of the long chat: frame p95 ms, dropped', ({ transcriptScroll }) => frames(transcriptScroll)],
  ['long tasks since the last load: number, ms', ({ longTasks: { count, total } }) => `${count}, ${figure(total)}`],
  ['scripts, compressed, kB', ({ scriptBytes }) => figure(scriptBytes / 1_000)],
  ['heap at the end, MB', ({ heapBytes }) => figure(heapBytes / 1_000_000)],
]

export function webTable({ chats, small, large, smallSlowed, largeSlowed }: Results): Table {
  const many = chats.toLocaleString('en')
  return {
    title: 'The web app',
    head: ['', '10 chats', `${many} chats`, '10 chats, slowed', `${many} chats, slowed`],
    rows: ROWS.map(([name, cell]) => [name, ...[small, large, smallSlowed, largeSlowed].map(cell)]),
  }
}
