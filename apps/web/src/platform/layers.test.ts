import { beforeEach, expect, test } from 'vitest'
import { createLayers } from './layers.ts'
import type { Layers } from './layers.ts'

/** A browser's history with one page, reached from another site. It moves only on `settle` and `press`. */
function createHistory() {
  const target = new EventTarget()
  let entries: { url: string; state: unknown }[] = [{ url: '/chats', state: null }]
  let at = 0
  const moves: number[] = []
  const timers: (() => void)[] = []
  const history = {
    get state() {
      return entries[at]?.state
    },
    pushState(state: unknown, _: string, url?: string | URL | null) {
      entries = [...entries.slice(0, at + 1), { url: String(url ?? entries[at]?.url), state }]
      at += 1
    },
    go: (steps = 0) => void moves.push(steps),
  }
  function move(steps: number) {
    at += steps
    if (at < 0) throw new Error('The page was left.')
    if (at >= entries.length) throw new Error('There is no such entry.')
    target.dispatchEvent(new Event('popstate'))
  }
  return {
    parts: {
      history,
      window: target as unknown as Window,
      timers: { set: (run: () => void, ms: number) => ms === 0 && timers.push(run), clear: () => undefined },
    },
    /** Runs all pending timers and moves; a move takes longer than the timers. */
    settle() {
      while (timers.length + moves.length > 0) {
        const timer = timers.shift()
        if (timer) timer()
        else move(moves.shift() ?? 0)
      }
    },
    /** Runs the timers, but no move. */
    tick: () => timers.splice(0).forEach((run) => run()),
    press: move,
    goTo: (url: string) => (options: { replace: boolean }) => {
      if (options.replace) entries[at] = { url, state: null }
      else history.pushState(null, '', url)
    },
    where: () => ({ url: entries[at]?.url, index: at, count: entries.length }),
  }
}

let browser: ReturnType<typeof createHistory>
let layers: Layers
let closed: string[]
beforeEach(() => {
  browser = createHistory()
  layers = createLayers(browser.parts)
  layers.start()
  closed = []
})

const open = (name: string) => layers.open(() => closed.push(name) > 0)
function go(url: string, replace = false) {
  layers.navigate(browser.goTo(url), { replace })
  browser.settle()
}
function press(steps: -1 | 1) {
  browser.press(steps)
  browser.settle()
}

test('Back closes the top layer, then the one below, and stays on the page', () => {
  open('pane')
  open('modal')
  press(-1)
  expect(closed).toEqual(['modal'])
  press(-1)
  expect(closed).toEqual(['modal', 'pane'])
  expect(browser.where()).toMatchObject({ url: '/chats', index: 0 })
})

test('a layer closed without Back leaves no dead history entry', () => {
  go('/chat')
  open('modal')()
  browser.settle()
  expect(browser.where()).toMatchObject({ url: '/chat', index: 1 })
  press(-1)
  expect(browser.where()).toMatchObject({ url: '/chats', index: 0 })
  expect(closed).toEqual([])
})

test('Forward reopens nothing and stays on the page', () => {
  open('modal')
  press(-1)
  press(1)
  expect(browser.where()).toMatchObject({ url: '/chats', index: 0 })
  expect(closed).toEqual(['modal'])
})

test('a modal that navigates as it closes gives its history entry to the new page', () => {
  const close = open('modal')
  close()
  layers.navigate(browser.goTo('/new'), { replace: false })
  browser.settle()
  expect(browser.where()).toMatchObject({ url: '/new', index: 1, count: 2 })
})

test.each(['before', 'after'])('goes back to the page before, even if asked %s a modal closes', (when) => {
  browser.goTo('/contacts?contact=1')({ replace: false })
  const close = open('modal')
  browser.settle()
  if (when === 'before') layers.back()
  close()
  if (when === 'after') layers.back()
  browser.settle()
  expect(browser.where()).toMatchObject({ url: '/chats', index: 0 })
})

test('navigation requested while the browser goes back to the page before happens afterwards', () => {
  browser.goTo('/contacts')({ replace: false })
  layers.back()
  browser.tick()
  go('/other')
  expect(browser.where()).toMatchObject({ url: '/other', index: 1, count: 2 })
})

test('a menu that closes right after its item has navigated adds no history entry to the new page', () => {
  const close = open('menu')
  layers.navigate(browser.goTo('/new'), { replace: false })
  close()
  expect(browser.where()).toMatchObject({ url: '/new', index: 1, count: 2 })
  browser.settle()
  expect(browser.where()).toMatchObject({ url: '/new', index: 1, count: 2 })
})

test('Back closes a pane that stayed open during navigation before it leaves the page', () => {
  open('pane')
  go('/other')
  press(-1)
  expect([closed, browser.where().url]).toEqual([['pane'], '/other'])
  press(-1)
  expect(browser.where()).toMatchObject({ url: '/chats', index: 0 })
})

test('a layer that refuses to close keeps its history entry', () => {
  let isSubmitting = true
  layers.open(() => !isSubmitting)
  press(-1)
  expect(browser.where().index).toBe(1)
  isSubmitting = false
  press(-1)
  expect(browser.where()).toMatchObject({ url: '/chats', index: 0 })
})

test('a modal replaced by another leaves one history entry', () => {
  open('first')()
  open('second')
  browser.settle()
  expect(browser.where().index).toBe(1)
  press(-1)
  expect([closed, browser.where().index]).toEqual([['second'], 0])
})

test('navigation requested while the browser is moving happens afterwards', () => {
  open('modal')()
  // The timer has run, and the browser has not moved yet.
  const { timers } = browser.parts
  timers.set(() => {
    layers.navigate(browser.goTo('/late'), { replace: false })
  }, 0)
  browser.settle()
  expect(browser.where()).toMatchObject({ url: '/late' })
  press(-1)
  expect(browser.where()).toMatchObject({ url: '/chats', index: 0 })
})

test('layers that open while the browser is moving stay open, each with a history entry', () => {
  open('pane')()
  const { timers } = browser.parts
  timers.set(() => {
    open('pane again')
    open('menu')
  }, 0)
  browser.settle()
  expect([closed, browser.where().index]).toEqual([[], 2])
  press(-1)
  expect([closed, browser.where().index]).toEqual([['menu'], 1])
})

test('goes back past the history entries of layers lost in a reload', () => {
  open('pane')
  const reloaded = createLayers(browser.parts)
  reloaded.start()
  browser.settle()
  expect(browser.where()).toMatchObject({ url: '/chats', index: 0 })
})
