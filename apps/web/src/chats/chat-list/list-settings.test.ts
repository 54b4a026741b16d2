import { describe, expect, it } from 'vitest'
import { DEFAULT_VIEW, toggleFilter } from '../../core/chats/list-view.ts'
import { createListSettings } from './list-settings.ts'

function fakeStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}
const UNREAD = toggleFilter(DEFAULT_VIEW, 'unread')

describe('list settings', () => {
  it('are remembered for each person, filters until the next day', () => {
    const storage = fakeStorage()
    const open = (owner: string, search = '', today = 'Fri') =>
      createListSettings({ owner, storage, search, today }).current()
    createListSettings({ owner: 'ana', storage, search: '', today: 'Fri' }).change({ view: UNREAD, density: 'compact' })
    expect(open('ana')).toEqual({ view: UNREAD, density: 'compact' })
    expect(open('ana', '', 'Sat')).toEqual({ view: DEFAULT_VIEW, density: 'compact' })
    expect(open('omar')).toEqual({ view: DEFAULT_VIEW, density: 'comfortable' })
    expect(open('ana', '?chat=1&filter=done').view).toEqual(toggleFilter(DEFAULT_VIEW, 'done'))
  })

  it('last as long as the page if the browser denies storage, and ignore what they do not understand', () => {
    const settings = createListSettings({ owner: 'ana', storage: null, search: '', today: 'Fri' })
    settings.change({ density: 'compact' })
    expect(settings.current().density).toBe('compact')
    const storage = { ...fakeStorage(), getItem: () => '{"view":7,"density":["compact"]' }
    expect(createListSettings({ owner: 'ana', storage, search: '', today: 'Fri' }).current().view).toEqual(DEFAULT_VIEW)
  })
})
