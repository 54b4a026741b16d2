import { createElement, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { isMetered, lazyChunk, optionalChunk } from './chunks.ts'
import { lazyComponent } from './lazy-component.tsx'

it('preloadChunks loads the chunks that are used soon one at a time when the page is idle, and continues after a failure', async () => {
  // A fresh module, in which no chunks are registered yet.
  vi.resetModules()
  const { lazyChunk, preloadChunks } = await import('./chunks.ts')
  const loaded: string[] = []
  const part = (name: string, soon: boolean) =>
    lazyChunk(
      async () => {
        loaded.push(name)
        if (name === 'away') throw new Error('No network.')
      },
      { soon },
    )
  for (const name of ['one', 'away', 'two']) part(name, true)
  part('seldom used', false)

  const rests: number[] = []
  await preloadChunks(async () => void rests.push(loaded.length))
  expect(rests).toEqual([0, 1, 2])
  expect(loaded).toEqual(['one', 'away', 'two'])
})

it('optionalChunk retries until the chunk is loaded', async () => {
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
  expect(await optionalChunk(load, { waitForRetry: tryAgain })()).toBe('part')
  expect(events).toEqual(['load', 'wait', 'load', 'wait', 'load'])
})

it('lazyComponent renders synchronously if its chunk is loaded, and otherwise suspends', async () => {
  const load = lazyChunk(
    async () =>
      ({ name }: { name: string }) =>
        `Hello, ${name}`,
  )
  const Part = lazyComponent(load)
  const shown = () =>
    renderToStaticMarkup(createElement(Suspense, { fallback: 'Loading' }, createElement(Part, { name: 'Dana' })))
  expect(shown()).toContain('Loading')
  await load()
  expect(shown()).toBe('Hello, Dana')
})

it.each([
  ['an unknown connection', undefined, false],
  ['a fast one', { saveData: false, effectiveType: '4g', type: 'wifi' }, false],
  ['a person who saves data', { saveData: true, effectiveType: '4g' }, true],
  ['a slow one', { saveData: false, effectiveType: '3g' }, true],
  ['a mobile one', { effectiveType: '4g', type: 'cellular' }, true],
])('isMetered: %s', (_, connection, expected) => {
  expect(isMetered(connection === undefined ? {} : { connection })).toBe(expected)
})
