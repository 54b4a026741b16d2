import type { Page } from '@playwright/test'

export type Wire = {
  /** The files and answers that came over the network, in order. */
  responses: { path: string; bytes: number }[]
  /** Characters in messages of the hub. */
  hubBytes: () => number
  /** All bytes so far, compressed as transferred, with headers. */
  bytes: () => number
}

/** Reads what a page transfers from now on, without what its cache already has. */
export async function readWire(page: Page): Promise<Wire> {
  const session = await page.context().newCDPSession(page)
  const paths = new Map<string, string>()
  const responses: Wire['responses'] = []
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
  return {
    responses,
    hubBytes: () => hubBytes,
    bytes: () => hubBytes + responses.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
