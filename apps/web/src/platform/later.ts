const TRY_AGAIN_MS = 30_000
const parts: (() => Promise<unknown>)[] = []

/** Marks a part of the app that is loaded when it is needed; see {@link loadLaterParts}. */
export function later<Part>(load: () => Promise<Part>): () => Promise<Part> {
  parts.push(load)
  return load
}

/** The same for a part that nobody waits for: while it cannot be loaded it is left out, and takes nothing down. */
export function laterExtra<Part>(load: () => Promise<Part>, tryAgain = onlineOrInAWhile): () => Promise<Part> {
  later(load)
  return async () => {
    for (;;) {
      try {
        return await load()
      } catch {
        await tryAgain()
      }
    }
  }
}

function onlineOrInAWhile(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, TRY_AGAIN_MS)
    window.addEventListener('online', () => resolve(), { once: true })
  })
}

/**
 * Loads what a person may need next, while the page is at rest: a click then answers at once, also when the connection
 * is away by then. A part that cannot be loaded now is asked for when it is needed.
 */
export async function loadLaterParts(idle: () => Promise<void>): Promise<void> {
  for (const load of parts) {
    await idle()
    await load().catch(() => undefined)
  }
}
