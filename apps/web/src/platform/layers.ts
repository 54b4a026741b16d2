/**
 * What lies over a page (modals, the viewer, the details pane), as entries of the browser's history, so that Back closes
 * what is on top. An entry of its own stands for each open layer, at the same address as the page. Entries whose layer is
 * closed are left again at once: Forward reopens nothing.
 */
export type Layers = ReturnType<typeof createLayers>

/** Closes the layer, unless it may not be closed now. Answers whether it is closed. */
type Close = () => boolean

type Parts = {
  history: Pick<History, 'state' | 'pushState' | 'go'>
  window: Pick<Window, 'addEventListener'>
  timers: { set: (run: () => void, ms: number) => unknown; clear: (timer: unknown) => void }
}

/** The browser moves in history within milliseconds; after this, nobody waits for it any longer. */
const MAX_MOVE_MS = 500

export function createLayers({ history, window, timers }: Parts) {
  const open: Close[] = []
  /** What has to wait until the browser has moved to another entry. */
  let waiting: (() => void)[] | null = null
  let deadline: unknown = null

  const depth = () => (history.state as { layer?: number } | null)?.layer ?? 0
  const push = (layer: number) => history.pushState({ layer }, '')

  function whenSettled(work: () => void) {
    if (waiting) waiting.push(work)
    else work()
  }

  function move(steps: number) {
    waiting ??= []
    history.go(steps)
    timers.clear(deadline)
    deadline = timers.set(settle, MAX_MOVE_MS)
  }

  function settle() {
    timers.clear(deadline)
    const work = waiting ?? []
    waiting = null
    for (const run of work) whenSettled(run)
  }

  /** Leaves the entries of layers that are closed. */
  function trim() {
    const left = depth() - open.length
    if (left > 0) move(-left)
  }

  function onMoved() {
    if (depth() > open.length) return move(-1)
    while (open.length > depth()) {
      const close = open.pop()
      if (close?.() === false) {
        open.push(close)
        push(open.length)
        break
      }
    }
    settle()
  }

  return {
    /** Begins to listen. After a reload, no layer is open any more. */
    start() {
      window.addEventListener('popstate', onMoved)
      trim()
    },

    /** Opens a layer over the page. Call what it returns when the layer is closed by other means than Back. */
    open(close: Close): () => void {
      open.push(close)
      whenSettled(() => {
        if (open.includes(close) && depth() < open.length) push(open.length)
      })
      return () => {
        const at = open.indexOf(close)
        if (at < 0) return
        open.splice(at, 1)
        // What closes a layer often goes to another page right after that, in the place of the layer's entry.
        timers.set(() => whenSettled(trim), 0)
      }
    },

    /** Goes to another page. The layers that stay open lie over that one. */
    navigate(go: (options: { replace: boolean }) => void, { replace }: { replace: boolean }) {
      whenSettled(() => {
        go({ replace: replace || depth() > 0 })
        for (let layer = 1; layer <= open.length; layer += 1) push(layer)
      })
    },
  }
}

const browserLayers = () =>
  createLayers({
    history: window.history,
    window,
    timers: {
      set: (run, ms) => window.setTimeout(run, ms),
      clear: (timer) => window.clearTimeout(timer as number),
    },
  })

let ofPage: Layers | null = null

/** The layers of this page. */
export function layers(): Layers {
  ofPage ??= browserLayers()
  return ofPage
}
