import type { ChatChange, ChatId, Message, Note } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import type { Outgoing } from '../../core/outbox/outgoing.ts'
import { peopleOf } from '../../core/people.ts'
import {
  DANA,
  MARTA,
  ME,
  MEMBERS,
  messageId,
  noteId,
  record,
  sampleMessage,
  sampleNote,
} from '../../core/tests/sample-messages.ts'
import { newLineAt, newLineFurtherBack, unreadFrom } from './new-line.ts'
import { createSameRows } from './row-changes.ts'
import { spokenMessage } from './spoken-message.ts'
import { transcriptRows } from './transcript-rows.ts'
import type { NewLine } from './transcript-rows.ts'

const sameDay = (one: string, other: string) => one.slice(0, 10) === other.slice(0, 10)

type Extras = {
  notes?: Note[]
  held?: Message[]
  outgoing?: Outgoing[]
  changes?: ChatChange[]
  newLine?: NewLine
  members?: typeof MEMBERS
}

function rows(messages: Message[], parts: Extras = {}) {
  const people = peopleOf(parts.members ?? MEMBERS)
  return transcriptRows({
    messages,
    notes: parts.notes ?? [],
    held: parts.held ?? [],
    outgoing: parts.outgoing ?? [],
    changes: parts.changes ?? [],
    people,
    me: ME,
    newLine: parts.newLine ?? null,
    sameDay,
  })
}

const changeId = (index: number) => messageId(index) as string as ChatChange['id']
const change = (index: number, at = new Date(Date.UTC(2026, 10, 20, 9, index)).toISOString()): ChatChange => ({
  id: changeId(index),
  at,
  by: DANA,
  kind: 'relayOff',
})
const idsOf = (changes: readonly ChatChange[]) => changes.map(({ id }) => id)

const outgoing = (state: Outgoing['state']): Outgoing => ({
  id: 'local-1',
  chatId: '019a0000-0000-7000-8000-0000000000aa' as ChatId,
  sentBy: ME,
  sentOn: '2026-11-20T09:41:00.000Z',
  text: 'Hello',
  files: [],
  replyTo: null,
  replaces: null,
  timing: { holdSeconds: 0 },
  state,
})

describe('transcriptRows', () => {
  it('has a held message once, before those on their way', () => {
    const held = sampleMessage(7, { sentBy: ME })
    const recognized = outgoing({ kind: 'accepted', messageId: held.id, confirmed: false })
    const next = { ...outgoing({ kind: 'waiting' }), id: 'local-2' }
    const shown = rows([sampleMessage(0)], { held: [held], outgoing: [recognized, next] })
    expect(shown.map(({ key, message }) => [key, message.id])).toEqual([
      [messageId(0), messageId(0)],
      ['local-1', held.id],
      ['local-2', 'local-2'],
    ])
  })

  it('groups messages that one author sends within minutes', () => {
    const grouped = rows([sampleMessage(0), sampleMessage(4), sampleMessage(10), sampleMessage(11, { sentBy: ME })])
    expect(grouped.map(({ startsGroup }) => startsGroup)).toEqual([true, false, true, true])
  })

  it('starts each day with a date line and a new group', () => {
    const grouped = rows([
      sampleMessage(0, { sentOn: '2026-11-19T23:59:00.000Z' }),
      sampleMessage(1, { sentOn: '2026-11-20T00:01:00.000Z' }),
    ])
    expect(grouped.map(({ startsDay }) => startsDay)).toEqual([true, true])
    expect(grouped[1]?.startsGroup).toBe(true)
  })

  it('breaks a group at the line above new messages', () => {
    const grouped = rows([sampleMessage(0), sampleMessage(1)], { newLine: { messageId: messageId(1), count: 1 } })
    expect(grouped.map(({ newFromHere }) => newFromHere)).toEqual([0, 1])
    expect(grouped[1]?.startsGroup).toBe(true)
  })

  it('puts all users on our side if the chat has contacts, otherwise only me', () => {
    const messages = [sampleMessage(0), sampleMessage(1, { sentBy: DANA }), sampleMessage(2, { sentBy: ME })]
    expect(rows(messages).map(({ side }) => side)).toEqual(['theirs', 'ours', 'ours'])
    const withKey = MEMBERS.map((each) => (each.id === DANA ? { ...each, role: 'ApiKey' as const } : each))
    expect(rows(messages, { members: withKey }).map(({ side }) => side)).toEqual(['theirs', 'ours', 'ours'])
    const team = MEMBERS.filter(({ role }) => role === 'TeamsUser')
    expect(rows(messages.slice(1), { members: team }).map(({ side }) => side)).toEqual(['theirs', 'ours'])
  })

  it('shows changes in order of time and breaks the group there', () => {
    const messages = [sampleMessage(0), sampleMessage(2)]
    const told = rows(messages, { changes: [change(1), change(3)] })
    expect(told.map(({ above, below }) => [idsOf(above), idsOf(below)])).toEqual([
      [[], []],
      [[changeId(1)], [changeId(3)]],
    ])
    expect(told[1]?.startsGroup).toBe(true)
  })

  it('shows changes of the previous day above the date line', () => {
    const [row] = rows([sampleMessage(2)], { changes: [change(0, '2026-11-19T23:00:00.000Z'), change(1)] })
    expect([row?.before, row?.above].map((changes) => idsOf(changes ?? []))).toEqual([[changeId(0)], [changeId(1)]])
  })

  it('shows the latest changes before outgoing messages', () => {
    const told = rows([sampleMessage(0)], { changes: [change(1)], outgoing: [outgoing({ kind: 'waiting' })] })
    expect(told.map(({ above }) => above.length)).toEqual([0, 1])
  })

  it('shows an outgoing message after the others', () => {
    const grouped = rows([sampleMessage(0)], { outgoing: [outgoing({ kind: 'waiting' })] })
    expect(grouped.map(({ key }) => key)).toEqual([messageId(0), 'local-1'])
    expect(grouped[1]?.outgoing?.state.kind).toBe('waiting')
  })

  it('shows an accepted message once, under its previous key', () => {
    const accepted = outgoing({ kind: 'accepted', messageId: messageId(5), confirmed: false })
    expect(rows([sampleMessage(0)], { outgoing: [accepted] }).map(({ key }) => key)).toEqual([messageId(0), 'local-1'])
    const settled = rows([sampleMessage(0), sampleMessage(5, { sentBy: ME })], { outgoing: [accepted] })
    expect(settled.map(({ key }) => key)).toEqual([messageId(0), 'local-1'])
    expect(settled[1]?.outgoing).toBeNull()
  })
})

describe('notes among the rows', () => {
  const keys = (...args: Parameters<typeof rows>) => rows(...args).map(({ key }) => key)

  it('are in order of time with messages and changes', () => {
    const told = rows([sampleMessage(1), sampleMessage(5)], {
      notes: [sampleNote(0), sampleNote(3), sampleNote(7)],
      changes: [change(2), change(4), change(8)],
    })
    expect(told.map(({ message }) => message.id)).toEqual([0, 1, 3, 5, 7].map(messageId))
    expect(told.map(({ above }) => idsOf(above))).toEqual([[], [], [changeId(2)], [changeId(4)], []])
    expect(idsOf(told.at(-1)?.below ?? [])).toEqual([changeId(8)])
  })

  it('are shown without messages, and before those on their way', () => {
    expect(keys([], { notes: [sampleNote(1)] })).toEqual([noteId(1)])
    const held = sampleMessage(2, { sentBy: ME })
    expect(keys([], { notes: [sampleNote(3)], held: [held], outgoing: [outgoing({ kind: 'waiting' })] })).toEqual([
      noteId(3),
      held.id,
      'local-1',
    ])
  })

  it('start each day, and break groups before and after', () => {
    const told = rows([sampleMessage(1), sampleMessage(3), sampleMessage(4)], {
      notes: [sampleNote(2, { createdBy: MARTA }), sampleNote(9, { createdOn: '2026-11-21T09:00:00.000Z' })],
    })
    expect(told.map(({ startsGroup }) => startsGroup)).toEqual([true, true, true, false, true])
    expect(told.map(({ startsDay }) => startsDay)).toEqual([true, false, false, false, true])
  })

  it('are on the side of their author, and know whether they mention this person', () => {
    const told = rows([], {
      notes: [
        sampleNote(1, { mentions: ['everyone'] }),
        sampleNote(2, { createdBy: ME, mentions: ['everyone'] }),
        sampleNote(3),
      ],
    })
    expect(told.map(({ mine, side, mentionsMe }) => [mine, side, mentionsMe])).toEqual([
      [false, 'ours', true],
      [true, 'ours', false],
      [false, 'ours', false],
    ])
  })

  it('never carry the line above new messages', () => {
    const told = rows([sampleMessage(2)], {
      notes: [sampleNote(1), sampleNote(3)],
      newLine: { messageId: messageId(2), count: 1 },
    })
    expect(told.map(({ newFromHere }) => newFromHere)).toEqual([0, 1, 0])
  })

  it('stay the same rows until their note changes', () => {
    const sameRows = createSameRows()
    const [note, message] = [sampleNote(1), sampleMessage(2)]
    const before = sameRows(rows([message], { notes: [note] }))
    const after = sameRows(rows([message, sampleMessage(3)], { notes: [note] }))
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, true])
    const edited = sameRows(rows([message], { notes: [sampleNote(1, { text: 'Edited', version: 9 })] }))
    expect([edited[0] === before[0], edited[1] === before[1]]).toEqual([false, true])
  })

  it.each<[string, Partial<Note>, string]>([
    ['of a colleague', {}, 'Note by Dana Cole: Note 1, 9:01'],
    ['of this person', { createdBy: ME }, 'Note by you: Note 1, 9:01'],
    ['that was edited', { editedOn: '2026-11-20T09:05:00.000Z' }, 'Note by Dana Cole: Note 1, Edited, 9:01'],
    ['that was deleted', { text: '', deletedOn: '2026-11-20T09:05:00.000Z' }, 'Note deleted by Dana Cole, 9:01'],
  ])('are read aloud: one %s', (_which, parts, sentence) => {
    const [row] = rows([], { notes: [sampleNote(1, parts)] })
    expect(spokenMessage(row!, { members: MEMBERS, me: ME, clock: (time) => time.slice(12, 16) })).toBe(sentence)
  })
})

describe('newLineAt', () => {
  it('is above the first message that the user has neither read nor written', () => {
    const messages = [
      sampleMessage(0, { delivery: [record(ME, 'read')] }),
      sampleMessage(1),
      sampleMessage(2, { sentBy: ME }),
      sampleMessage(3, { sentBy: MARTA }),
    ]
    expect(newLineAt({ messages, hasOlder: true }, 2, ME)).toEqual({ messageId: messageId(1), count: 2 })
  })

  it('is null if nothing is unread', () => {
    expect(newLineAt({ messages: [sampleMessage(0)], hasOlder: false }, 0, ME)).toBeNull()
  })

  it('has no position until the first unread message is loaded', () => {
    const loaded = [sampleMessage(7), sampleMessage(8)]
    const line = newLineAt({ messages: loaded, hasOlder: true }, 5, ME)
    expect(line).toEqual({ beforeId: messageId(7), missing: 3, count: 5 })
    if (line === null || 'messageId' in line) throw new Error('The line is further back.')
    expect(newLineFurtherBack({ messages: loaded }, line, ME)).toBeNull()
    // Loaded later, when all of them count as read.
    const older = [2, 3, 4, 5, 6].map((index) =>
      sampleMessage(index, index === 5 ? { sentBy: ME } : { delivery: [record(ME, 'read')] }),
    )
    expect(newLineFurtherBack({ messages: [...older.slice(3), ...loaded] }, line, ME)).toBeNull()
    expect(newLineFurtherBack({ messages: older }, line, ME)).toBeNull()
    expect(newLineFurtherBack({ messages: [...older, ...loaded] }, line, ME)).toEqual({
      messageId: messageId(3),
      count: 5,
    })
  })

  it('is at the first loaded message of others if there are no older ones', () => {
    expect(newLineAt({ messages: [sampleMessage(7)], hasOlder: false }, 60, ME)).toEqual({
      messageId: messageId(7),
      count: 60,
    })
  })
})

describe('unreadFrom', () => {
  it('returns the message and those of others after it', () => {
    const messages = [0, 1, 2, 3].map((index) => sampleMessage(index, index === 2 ? { sentBy: ME } : {}))
    expect(unreadFrom(sampleMessage(1), messages, ME)).toEqual([messageId(1), messageId(3)])
  })

  it('returns at most 200 messages, the limit of one call', () => {
    const messages = Array.from({ length: 250 }, (_, index) => sampleMessage(index))
    expect(unreadFrom(sampleMessage(10), messages, ME)).toHaveLength(200)
  })
})
