import type { SnippetId } from '@partyline/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recentSnippets, rememberSnippet } from './recent-snippets.ts'

const ids = (...names: string[]) => names as SnippetId[]
let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  }
  vi.stubGlobal('window', { localStorage })
})
afterEach(() => vi.unstubAllGlobals())

const use = (owner: string, names: SnippetId[]) => {
  for (const name of names) rememberSnippet(owner, name)
}

test('the latest comes first, each once, and everyone has their own', () => {
  use('dana', ids('a', 'b', 'c', 'b'))
  use('omar', ids('a'))
  expect(recentSnippets('dana')).toEqual(['b', 'c', 'a'])
  expect(recentSnippets('omar')).toEqual(['a'])
  expect(recentSnippets('mei')).toEqual([])
})

test('50 are remembered', () => {
  use(
    'dana',
    Array.from({ length: 60 }, (_, at) => `${at}` as SnippetId),
  )
  expect(recentSnippets('dana')).toHaveLength(50)
  expect(recentSnippets('dana')[0]).toBe('59')
})

test.each(['{', '7', '{"a":1}', '[1,"a"]'])('what is not ours is ignored: %s', (value) => {
  stored.set('partyline.snippets.dana', value)
  expect(recentSnippets('dana').filter((id) => id !== 'a')).toEqual([])
})

test('without storage, nothing is remembered', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('denied')
    },
  })
  expect(() => rememberSnippet('dana', 'a' as SnippetId)).not.toThrow()
  expect(recentSnippets('dana')).toEqual([])
})
