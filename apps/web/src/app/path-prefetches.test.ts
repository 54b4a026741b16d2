import { expect, it } from 'vitest'
import { createPathPrefetches } from './path-prefetcher.tsx'

it('prefetches once per path, ignoring case, and nothing for other paths', () => {
  const ran: string[] = []
  const prefetch = createPathPrefetches({ '/': () => ran.push('/'), '/admin': () => ran.push('/admin') })
  for (const path of ['/', '/Admin', '/ADMIN', '/', '/elsewhere', '/admin']) prefetch(path)
  expect(ran).toEqual(['/', '/admin'])
})
