import type { Page } from '@playwright/test'

/**
 * A round trip to the renderer of each frame, after which what the browser told it before is in effect. Input takes another
 * way, and would overtake it if the renderer is busy.
 */
export async function reachFrames(page: Page): Promise<void> {
  // A frame that is removed in the meantime makes no requests.
  await Promise.allSettled(page.frames().map((frame) => frame.evaluate('null')))
}
