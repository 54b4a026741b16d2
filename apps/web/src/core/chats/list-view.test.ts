import type { NumberId } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import type { ListFilter } from '@partyline/contract'
import {
  DEFAULT_VIEW,
  listOrderOf,
  listQueryOf,
  readListView,
  searchBodyOf,
  toggleFilter,
  writeListView,
} from './list-view.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'

const END_OF_TODAY = '2026-11-25T05:00:00.000Z'
const LINE = '0000000c-0000-4000-8000-000000000002' as NumberId
const chosen = (...filters: ListFilter[]) => filters.reduce(toggleFilter, DEFAULT_VIEW)
const bodyOf = (...filters: ListFilter[]) => searchBodyOf(listQueryOf(chosen(...filters), END_OF_TODAY))

describe('filters', () => {
  it('combine in one order, and go when chosen again', () => {
    expect(chosen('done', 'unread').filters).toEqual(['unread', 'done'])
    expect(chosen('done', 'unread', 'done').filters).toEqual(['unread'])
  })

  it('replace the one that excludes them', () => {
    expect(chosen('unread', 'done', 'snoozed').filters).toEqual(['unread', 'snoozed'])
    expect(chosen('assignedToMe', 'unassigned').filters).toEqual(['unassigned'])
    expect(chosen('unread', 'unclaimed').filters).toEqual(['unclaimed'])
    expect(chosen('unclaimed', 'unread').filters).toEqual(['unread'])
    expect(chosen('unclaimed', 'assignedToMe').filters).toEqual(['assignedToMe'])
    expect(chosen('assignedToMe', 'unclaimed').filters).toEqual(['unclaimed'])
  })

  it('about the team show all chats', () => {
    for (const filter of ['unassigned', 'attention', 'returned', 'dueToday'] as const) {
      expect(chosen(filter).mode).toBe('all')
    }
    expect(chosen('unread', 'done').mode).toBe('my')
  })

  it('ask the server for open chats unless others are chosen; a search asks for all', () => {
    expect(bodyOf()).toEqual({ mode: 'my', enabled: true, state: 'open' })
    expect(bodyOf('done', 'unread')).toEqual({ mode: 'my', enabled: true, state: 'done', unread: true })
    expect(bodyOf('snoozed', 'assignedToMe')).toMatchObject({ state: 'snoozed', assigned: 'me' })
    expect(bodyOf('unassigned', 'attention')).toMatchObject({ mode: 'all', assigned: 'none', attention: true })
    expect(bodyOf('returned')).toEqual({ mode: 'all', enabled: true, returned: true })
    expect(bodyOf('dueToday')).toEqual({ mode: 'all', enabled: true, dueBefore: END_OF_TODAY })
    expect(bodyOf('unclaimed')).toEqual({ unclaimed: true, enabled: true, state: 'open' })
    expect(searchBodyOf(listQueryOf({ ...DEFAULT_VIEW, line: LINE }, END_OF_TODAY))).toMatchObject({ numberId: LINE })
    expect(searchBodyOf({ mode: 'my', term: 'marta' })).not.toHaveProperty('state')
  })

  it('share the list of the group if only unclaimed chats are wanted', () => {
    expect(listQueryOf(chosen('unclaimed'), END_OF_TODAY)).toEqual({ mode: 'unclaimed', term: '' })
  })

  it('share the list of the group if only mentions are wanted, whichever mode is chosen', () => {
    const mentions: ChatListQuery = { mode: 'all', term: '', listFilters: ['mentions'] }
    expect(listQueryOf(chosen('mentions'), END_OF_TODAY)).toEqual(mentions)
    expect(listQueryOf({ ...chosen('mentions'), mode: 'all' }, END_OF_TODAY)).toEqual(mentions)
    expect(chosen('mentions').mode).toBe('my')
  })

  it('combine mentions with unread ones, in every state', () => {
    expect(chosen('mentions', 'unread').filters).toEqual(['unread', 'mentions'])
    expect(bodyOf('mentions', 'unread')).toEqual({ mode: 'all', enabled: true, unread: true, mentioned: true })
  })

  it('put the newest chats first, except for states and lines', () => {
    const orderOf = (...filters: ListFilter[]) => listOrderOf(listQueryOf(chosen(...filters), END_OF_TODAY))
    for (const filter of [
      'unread',
      'mentions',
      'unclaimed',
      'unassigned',
      'assignedToMe',
      'attention',
      'returned',
      'dueToday',
    ] as const) {
      expect(orderOf(filter, 'done')).toBe('newestFirst')
    }
    expect([orderOf(), orderOf('done'), orderOf('snoozed')]).toEqual(Array(3).fill('unreadFirst'))
  })
})

describe('an address', () => {
  it('carries a view', () => {
    const view = { ...chosen('unread', 'attention'), line: LINE }
    expect(writeListView(view).toString()).toBe(`mode=all&filter=unread%2Cattention&line=${LINE}`)
    expect(readListView(writeListView(view))).toEqual(view)
    expect(writeListView(DEFAULT_VIEW, new URLSearchParams('chat=1&filter=done')).toString()).toBe('chat=1')
    expect(readListView(writeListView({ ...view, mode: 'my' }))?.mode).toBe('my')
  })

  it('without a view has none, and unknown words are ignored', () => {
    expect(readListView(new URLSearchParams('chat=1'))).toBeNull()
    expect(writeListView(DEFAULT_VIEW).toString()).toBe('')
    expect(readListView(new URLSearchParams('filter=unread,loud,done,snoozed&mode=some'))).toEqual(
      chosen('unread', 'snoozed'),
    )
  })
})
