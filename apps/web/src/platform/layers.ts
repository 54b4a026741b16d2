/**
 * Puts what is open over a page (modals, the viewer, menus, the details pane) into the browser's history, so that Back
 * closes the topmost layer. Each open layer has an entry with the page's address. Closing a layer goes back one entry, so
 * that Forward reopens nothing.
 */
export type Layers = ReturnType<typeof createLayers>

/** Closes the layer if it may be closed now. Returns whether it is closed. */
type Close = () => boolean

type Parts = {
  history: Pick<History, 'state' | 'pushState' | 'go'>
  window: Pick<Window, 'addEventListener'>
  timers: { set: (run: () => void, ms: number) => unknown; clear: (timer: unknown) => void }
}

/** Only against a move that never ends. A busy browser may take a second, and a move after the deadline would close a layer. */
const MAX_MOVE_MS = 5_000

export function createLayers({ history, window, timers }: Parts) {
  const open: Close[] = []
  /** Work that waits until the browser has moved to another entry. */
  let waiting: (() => void)[] | null = null
  let deadline: unknown = null

  const depth = () => (history.state as { layer?: number } | null)?.layer ?? 0
  /** Adds the missing entries of open layers. */
  function fill() {
    for (let layer = depth() + 1; layer <= open.length; layer += 1) history.pushState({ layer }, '')
  }

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

  /** How many entries of closed layers there are. */
  const left = () => Math.max(0, depth() - open.length)

  /** Goes back by the entries of closed layers. */
  function trim() {
    if (left() > 0) move(-left())
  }

  /** Closes the layers whose entries the browser has left. */
  function closeLeft() {
    while (open.length > depth()) {
      const close = open.pop()
      if (close?.() === false) {
        open.push(close)
        fill()
      }
    }
  }

  function onMoved() {
    if (depth() > open.length) return move(-1)
    // Layers that opened while the entries of others were removed have none yet.
    if (!waiting) closeLeft()
    settle()
  }

  return {
    /** Starts to listen. After a reload, no layer is open anymore. */
    start() {
      window.addEventListener('popstate', onMoved)
      trim()
    },

    /** Opens a layer. Call the returned function if the layer is closed by other means than Back. */
    open(close: Close): () => void {
      open.push(close)
      whenSettled(fill)
      return () => {
        const at = open.indexOf(close)
        if (at < 0) return
        open.splice(at, 1)
        // Code that closes a layer often navigates right after that, which then replaces the layer's entry.
        timers.set(() => whenSettled(trim), 0)
      }
    },

    /** Goes back to the page before this one, also as the last layer closes. */
    back() {
      const leave = () => move(-left() - 1)
      timers.set(() => whenSettled(leave), 0)
    },

    /** Navigates to another page. Layers that stay open get history entries on top of it. */
    navigate(go: (options: { replace: boolean }) => void, { replace }: { replace: boolean }) {
      whenSettled(() => {
        go({ replace: replace || depth() > 0 })
        // A menu whose item navigates closes within the same event, and then needs no entry.
        timers.set(() => whenSettled(fill), 0)
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

let pageLayers: Layers | null = null

/** The layers of this page. */
export function layers(): Layers {
  pageLayers ??= browserLayers()
  return pageLayers
}
