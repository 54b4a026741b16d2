import { describe, expect, it } from 'vitest'
import { baseAfter, changedByOthers, updateOf } from './edited-fields.ts'

type Fields = { name: string; days: string[]; isOn: boolean }
const SAVED: Fields = { name: 'Lakeside', days: ['Mon'], isOn: false }

describe('the body of an update', () => {
  it('has the edited fields, and what the person saw of them', () => {
    expect(updateOf(SAVED, { ...SAVED, isOn: true })).toEqual({ isOn: true, seen: { isOn: false } })
    expect(updateOf(SAVED, { ...SAVED, days: ['Mon', 'Tue'] })).toEqual({
      days: ['Mon', 'Tue'],
      seen: { days: ['Mon'] },
    })
  })

  it('has the fields that the call requires, as seen', () => {
    expect(updateOf(SAVED, { ...SAVED, isOn: true }, ['name'])).toEqual({
      name: 'Lakeside',
      isOn: true,
      seen: { name: 'Lakeside', isOn: false },
    })
  })

  it('has nothing that is equal, in any order of its keys', () => {
    const hours = { week: null, holidays: [] }
    expect(updateOf({ hours }, { hours: { holidays: [], week: null } })).toEqual({ seen: {} })
  })
})

/** The warning of a form after others have saved: the fields that were edited here and changed there. */
function afterSaves(edits: Partial<Fields>, ...saves: Partial<Fields>[]) {
  let [base, before] = [SAVED, SAVED]
  for (const change of saves) {
    const saved = { ...before, ...change }
    // Fields without edits follow.
    base = baseAfter(base, { before, saved, edited: { ...before, ...edits } })
    before = saved
  }
  return changedByOthers(base, before, { ...before, ...edits })
}

describe('a form that is open says that someone else has changed', () => {
  it.each<[string, Partial<Fields>, Partial<Fields>[], string[]]>([
    ['nothing, if nobody has', { name: 'Shore' }, [], []],
    ['nothing, if the person has edited nothing', {}, [{ name: 'Bay' }], []],
    ['no other field than the edited one', { name: 'Shore' }, [{ isOn: true }], []],
    ['the edited field', { name: 'Shore' }, [{ name: 'Bay' }], ['name']],
    ['the edited field, also after another change', { name: 'Shore' }, [{ name: 'Bay' }, { isOn: true }], ['name']],
    ['both edited fields', { name: 'Shore', days: [] }, [{ name: 'Bay' }, { days: ['Tue'] }], ['name', 'days']],
    ['nothing, if both wanted the same', { name: 'Bay' }, [{ name: 'Bay' }], []],
    ['nothing, if the change was taken back', { name: 'Shore' }, [{ name: 'Bay' }, { name: 'Lakeside' }], []],
  ])('%s', (_, edits, saves, fields) => {
    expect(afterSaves(edits, ...saves)).toEqual(fields)
  })

  it('nothing, after the person has saved the edit', () => {
    const saved = { ...SAVED, name: 'Shore' }
    const base = baseAfter(SAVED, { before: SAVED, saved, edited: saved })
    expect(changedByOthers(base, saved, saved)).toEqual([])
    const later = { ...saved, name: 'Bay' }
    expect(changedByOthers(baseAfter(base, { before: saved, saved: later, edited: saved }), later, later)).toEqual([])
  })
})
