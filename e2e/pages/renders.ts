import type { Page } from '@playwright/test'

/**
 * Stands in for React's developer tools, to which React reports its commits. A component was rendered if it is new, or if
 * React marked that it ran and its parent was not skipped.
 */
const COUNTER = `{
  const PERFORMED_WORK = 1
  // Classes, functions, and functions with a ref or in memo.
  const COMPONENTS = new Set([0, 1, 11, 14, 15])
  globalThis.renders = { commits: 0, components: 0 }
  function count(fiber, before) {
    const hasRun = before === null || (fiber.flags & PERFORMED_WORK) !== 0
    if (hasRun && COMPONENTS.has(fiber.tag)) renders.components += 1
    if (before?.child === fiber.child) return
    for (let child = fiber.child; child !== null; child = child.sibling) count(child, child.alternate)
  }
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    isDisabled: false,
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_id, { current }) {
      renders.commits += 1
      count(current, current.alternate)
    },
  }
}`

export type Renders = { commits: number; components: number }

/** Counts React's commits and the components rendered in them, on every further page. */
export async function countRenders(page: Page) {
  await page.addInitScript(COUNTER)
  return {
    /** Since the last call. */
    take: () =>
      page.evaluate<Renders>(`(() => {
        const taken = globalThis.renders
        globalThis.renders = { commits: 0, components: 0 }
        return taken
      })()`),
  }
}
