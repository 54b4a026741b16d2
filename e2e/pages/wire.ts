import type { Page } from '@playwright/test'

/** A file or an answer: its bytes as transferred, compressed and with headers. */
type Transferred = { path: string; bytes: number }

export const bytesOf = (responses: readonly Transferred[]) => responses.reduce((sum, { bytes }) => sum + bytes, 0)

/** Reads what a page transfers from now on, without what its cache already has. */
export async function readWire(page: Page): Promise<{
  /** Responses in the order in which they arrived. */
  responses: Transferred[]
  /** The size of the hub's messages. */
  hubBytes: () => number
}> {
  const session = await page.context().newCDPSession(page)
  const paths = new Map<string, string>()
  const responses: Transferred[] = []
  let hubBytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    if (bytes > 0) responses.push({ path: paths.get(requestId) ?? '', bytes })
  })
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    hubBytes += Buffer.byteLength(response.payloadData)
  })
  await session.send('Network.enable')
  return { responses, hubBytes: () => hubBytes }
}
