import { createElement, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { later, laterExtra, lazyPart } from './later.ts'

it('loads one part after the other while the page is at rest, also behind one that fails', async () => {
  // Here nobody else has marked parts yet.
  vi.resetModules()
  const { later, loadLaterParts } = await import('./later.ts')
  const loaded: string[] = []
  const part = (name: string) =>
    later(async () => {
      loaded.push(name)
      if (name === 'away') throw new Error('No network.')
    })
  for (const name of ['one', 'away', 'two']) part(name)

  const rests: number[] = []
  await loadLaterParts(async () => void rests.push(loaded.length))
  expect(rests).toEqual([0, 1, 2])
  expect(loaded).toEqual(['one', 'away', 'two'])
})

it('a part that nobody waits for is asked for until it can be loaded', async () => {
  const events: string[] = []
  const answers = [
    () => Promise.reject(new Error('Away.')),
    () => Promise.reject(new Error('Away.')),
    async () => 'part',
  ]
  const load = async () => {
    events.push('load')
    return (answers.shift() ?? (() => Promise.reject(new Error('Asked too often.'))))()
  }
  const tryAgain = async () => void events.push('wait')
  expect(await laterExtra(load, tryAgain)()).toBe('part')
  expect(events).toEqual(['load', 'wait', 'load', 'wait', 'load'])
})

it('a part that has been loaded is shown at once, and one that has not is waited for', async () => {
  const load = later(
    async () =>
      ({ name }: { name: string }) =>
        `Hello, ${name}`,
  )
  const Part = lazyPart(load)
  const shown = () =>
    renderToStaticMarkup(createElement(Suspense, { fallback: 'Loading' }, createElement(Part, { name: 'Dana' })))
  expect(shown()).toContain('Loading')
  await load()
  expect(shown()).toBe('Hello, Dana')
})
