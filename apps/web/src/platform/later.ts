import { createElement, lazy, useState } from 'react'
import type { ComponentType } from 'react'

/** A part of the app that is loaded when it is needed, and remembered. */
export type Later<Part> = {
  (): Promise<Part>
  /** Undefined until it has been loaded. */
  loaded: () => Part | undefined
}

const TRY_AGAIN_MS = 30_000
/** When the network is said to be back, what is asked for at once may still fail. */
const SETTLE_MS = 1_000
const parts: (() => Promise<unknown>)[] = []

/** Marks a part of the app that is loaded when it is needed; see {@link loadLaterParts}. */
export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let loaded: Part | undefined
  const remember = async () => {
    loaded = await load()
    return loaded
  }
  parts.push(remember)
  return Object.assign(remember, { loaded: () => loaded })
}

/** The same for a part that nobody waits for: while it cannot be loaded it is left out, and takes nothing down. */
export function laterExtra<Part>(load: () => Promise<Part>, tryAgain = onlineOrInAWhile): Later<Part> {
  const once = later(load)
  const untilLoaded = async () => {
    for (;;) {
      try {
        return await once()
      } catch {
        await tryAgain()
      }
    }
  }
  return Object.assign(untilLoaded, { loaded: once.loaded })
}

/**
 * Like React's `lazy`, but a part that is there already is shown at once. React would show the fallback first, and what
 * comes after a fallback it holds back until 300 ms after that.
 */
export function lazyPart<Props extends object>(load: Later<ComponentType<Props>>): ComponentType<Props> {
  const Awaited = lazy(async () => ({ default: await load() }))
  return function Part(props: Props) {
    // What has begun with one of both stays with it, so that it keeps its state.
    const [Shown] = useState<ComponentType<Props>>(() => load.loaded() ?? Awaited)
    return createElement(Shown, props)
  }
}

function onlineOrInAWhile(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, TRY_AGAIN_MS)
    window.addEventListener('online', () => setTimeout(resolve, SETTLE_MS), { once: true })
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
