import { loadLaterStyles } from './later-styles.ts'
import { onOnline } from './on-online.ts'

/** Code that is loaded when it is needed, once. */
export type Chunk<Content> = {
  (): Promise<Content>
  /** Undefined until it is loaded. */
  loaded: () => Content | undefined
}

type Options = {
  /** Most people use it within a minute: see {@link preloadChunks}. */
  soon?: boolean
}

const RETRY_MS = 30_000
const soonUsed: (() => Promise<unknown>)[] = []

/** A chunk is loaded once its styles are. */
export function lazyChunk<Content>(load: () => Promise<Content>, { soon = false }: Options = {}): Chunk<Content> {
  let content: Content | undefined
  const loadOnce = async () => {
    const [loaded] = await Promise.all([load(), loadLaterStyles()])
    content = loaded
    return loaded
  }
  if (soon) soonUsed.push(loadOnce)
  return Object.assign(loadOnce, { loaded: () => content })
}

/** A chunk that the page works without: its promise never rejects, but retries until the chunk is loaded. */
export function optionalChunk<Content>(
  load: () => Promise<Content>,
  { waitForRetry = onlineOrTimeout, ...options }: Options & { waitForRetry?: () => Promise<void> } = {},
): Chunk<Content> {
  const chunk = lazyChunk(load, options)
  const untilLoaded = async () => {
    for (;;) {
      try {
        return await chunk()
      } catch {
        await waitForRetry()
      }
    }
  }
  let loading: Promise<Content> | null = null
  return Object.assign(() => (loading ??= untilLoaded()), { loaded: chunk.loaded })
}

function onlineOrTimeout(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = onOnline(end)
    const timer = setTimeout(end, RETRY_MS)
  })
}

/** Loads a chunk when the pointer or the focus reaches the control that leads to it, so that a click responds at once. */
export function loadOnApproach(load: Chunk<unknown>) {
  const approach = () => void load().catch(() => undefined)
  return { onPointerEnter: approach, onFocus: approach }
}

/**
 * Loads the chunks that are used soon while the page is idle, so that the first click responds at once and people can write
 * without a connection. A chunk that fails now is loaded when it is needed.
 */
export async function preloadChunks(idle: () => Promise<void>): Promise<void> {
  for (const load of soonUsed) {
    await idle()
    await load().catch(() => undefined)
  }
}

/** The connection as Chromium reports it; other browsers don't. */
type Connection = { saveData?: boolean; effectiveType?: string; type?: string }

/** Whether the connection is slow or metered. If so, load only what is needed. */
export function isMetered({ connection }: { connection?: Connection }): boolean {
  if (connection === undefined) return false
  const { saveData = false, effectiveType = '4g', type } = connection
  return saveData || effectiveType !== '4g' || type === 'cellular'
}
