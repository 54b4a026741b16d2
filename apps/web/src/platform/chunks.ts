import { loadLaterStyles } from './later-styles.ts'
import { onOnline } from './on-online.ts'

/** Code that is loaded when it is needed, once. */
export type Chunk<Content> = {
  (): Promise<Content>
  /** Undefined until it is loaded. */
  loaded: () => Content | undefined
}

const RETRY_MS = 30_000
const chunks: (() => Promise<unknown>)[] = []

/** Registers a chunk; see {@link preloadChunks}. It is loaded once its styles are. */
export function lazyChunk<Content>(load: () => Promise<Content>): Chunk<Content> {
  let content: Content | undefined
  const loadOnce = async () => {
    const [loaded] = await Promise.all([load(), loadLaterStyles()])
    content = loaded
    return loaded
  }
  chunks.push(loadOnce)
  return Object.assign(loadOnce, { loaded: () => content })
}

/** A chunk that the page works without: its promise never rejects, but retries until the chunk is loaded. */
export function optionalChunk<Content>(load: () => Promise<Content>, waitForRetry = onlineOrTimeout): Chunk<Content> {
  const chunk = lazyChunk(load)
  const untilLoaded = async () => {
    for (;;) {
      try {
        return await chunk()
      } catch {
        await waitForRetry()
      }
    }
  }
  return Object.assign(untilLoaded, { loaded: chunk.loaded })
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

/**
 * Loads all chunks while the page is idle, so that clicks respond immediately and the app works without a connection.
 * A chunk that fails now is loaded when it is needed.
 */
export async function preloadChunks(idle: () => Promise<void>): Promise<void> {
  for (const load of chunks) {
    await idle()
    await load().catch(() => undefined)
  }
}

/** What Chromium tells of the connection; other browsers do not. */
type Connection = { saveData?: boolean; effectiveType?: string; type?: string }

/** Whether bytes are slow or cost money: then only what is needed is loaded. */
export function isMetered({ connection }: { connection?: Connection }): boolean {
  if (connection === undefined) return false
  const { saveData = false, effectiveType = '4g', type } = connection
  return saveData || effectiveType !== '4g' || type === 'cellular'
}
