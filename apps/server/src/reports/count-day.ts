import type { ChatId, NumberId } from '@partyline/contract'
import { createOpenTime, wallClock } from '@partyline/contract'
import type { HoursOverTime } from '../tenants/index.ts'
import { addOne, noCounts } from './counts.ts'
import type { Counts } from './counts.ts'
import { bucketOf } from './histogram.ts'
import { addPerson } from './people-sketch.ts'
import type { Subject } from './reports-store.ts'
import type { ChatBefore, Text } from './texts-store.ts'

const FAILED = new Set(['failed', 'undelivered', 'unknown'])

type Chat = Pick<ChatBefore, 'lineId' | 'tags' | 'waitingSince' | 'isAnswered'> & { done: Date[] }

/** Counts a day of an organization. Its texts are added in the order of time, each after its chat. */
export function createDayCount({ timeZone, hours }: { timeZone: string; hours: HoursOverTime }) {
  const chats = new Map<ChatId, Chat>()
  const rows = new Map<string, Subject & { counts: Counts }>()
  // Most waits of a day are measured by the same hours.
  const openTimes = new Map<string, ReturnType<typeof createOpenTime>>()

  function countsOf(dimension: Subject['dimension'], subject: string): Counts {
    const key = `${dimension} ${subject}`
    const row = rows.get(key) ?? { dimension, subject, counts: noCounts() }
    rows.set(key, row)
    return row.counts
  }

  function openSeconds(lineId: NumberId, from: Date, to: Date): number {
    const ofLine = hours.at(lineId, to)
    const key = JSON.stringify(ofLine)
    const openTime = openTimes.get(key) ?? createOpenTime(ofLine)
    openTimes.set(key, openTime)
    return openTime(from.getTime(), to.getTime()) / 1_000
  }

  const countsOfTeam = ({ lineId, tags }: Chat) => [
    countsOf('all', ''),
    countsOf('line', lineId),
    ...tags.map((tag) => countsOf('tag', tag)),
  ]
  const hourOf = (at: Date) => Number(wallClock(timeZone, at).time.slice(0, 2))

  function countIn(chat: Chat, { at }: Text): void {
    chat.waitingSince ??= at
    for (const counts of countsOfTeam(chat)) {
      counts.textsIn += 1
      addOne(counts.hours, hourOf(at))
    }
  }

  function countOut(chat: Chat, { at, by, isFromKey, sends }: Text): void {
    const sent = sends.filter(({ status }) => status !== 'skipped')
    // To the team only, or to no one.
    if (sent.length === 0) return
    const ofPerson = isFromKey ? [] : [countsOf('person', by)]
    for (const { hours: ofHours } of ofPerson) addOne(ofHours, hourOf(at))
    for (const counts of [...countsOfTeam(chat), ...ofPerson]) {
      counts.textsOut += 1
      for (const { person } of sent) addPerson(counts.people, person)
      if (chat.waitingSince) {
        const answers = chat.isAnswered ? counts.later : counts.first
        addOne(answers.clock, bucketOf((at.getTime() - chat.waitingSince.getTime()) / 1_000))
        addOne(answers.open, bucketOf(openSeconds(chat.lineId, chat.waitingSince, at)))
      }
    }
    chat.waitingSince = null
    chat.isAnswered = true
  }

  function countFailures(chat: Chat, { by, isFromPhone, isFromKey, sends }: Text): void {
    const failed = new Map(
      sends.filter(({ status }) => FAILED.has(status)).map(({ person, code }) => [person, code ?? 0]),
    )
    if (failed.size === 0) return
    for (const counts of [...countsOfTeam(chat), ...(isFromPhone || isFromKey ? [] : [countsOf('person', by)])])
      for (const code of failed.values()) addOne(counts.failed, code)
  }

  return {
    /** Chats that it does not know yet. */
    unknown: (texts: readonly Text[]): ChatId[] => [
      ...new Set(texts.map(({ chatId }) => chatId).filter((chatId) => !chats.has(chatId))),
    ],
    addChats(before: readonly ChatBefore[]): void {
      for (const { chatId, done, ...chat } of before)
        chats.set(chatId, { ...chat, done: done.map((at) => new Date(at)) })
    },
    addText(text: Text): void {
      const chat = chats.get(text.chatId)
      if (!chat) return
      while (chat.done[0] && chat.done[0] < text.at) {
        chat.done.shift()
        chat.waitingSince = null
        chat.isAnswered = false
      }
      if (text.isFromPhone) countIn(chat, text)
      else countOut(chat, text)
      countFailures(chat, text)
    },
    addOptOuts(optOuts: readonly { lineId: NumberId; count: number }[]): void {
      for (const { lineId, count } of optOuts)
        for (const counts of [countsOf('all', ''), countsOf('line', lineId)]) counts.optOuts += count
    },
    rows: () => [...rows.values()],
  }
}
