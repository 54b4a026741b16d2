import { expect, it } from 'vitest'
import { createPathInitialisers } from './path-initialisers.ts'

it('runs once for each path, however it is written, and nothing for others', () => {
  const ran: string[] = []
  const initialise = createPathInitialisers({ '/': () => ran.push('/'), '/admin': () => ran.push('/admin') })
  for (const path of ['/', '/Admin', '/ADMIN', '/', '/elsewhere', '/admin']) initialise(path)
  expect(ran).toEqual(['/', '/admin'])
})
