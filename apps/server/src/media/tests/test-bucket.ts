import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { systemClock } from '../../platform/index.ts'
import type { Clock } from '../../platform/index.ts'
import { openMediaBucket } from '../media-bucket.ts'
import type { MediaStore } from '../media-store.ts'

const BUCKET = 'media'

export type TestBucket = {
  /** The settings that a server needs for it. */
  settings: Record<string, string>
  /** Answers requests in place of the storage while it returns a status or `hang`. */
  fault: ((request: { method: string; signed: boolean }) => number | 'hang' | null) | null
  /** How many requests have come in. */
  requests: number
  open(options?: { secret?: string; clock?: Clock; bucket?: string }): MediaStore
  close(): Promise<void>
}

/** A storage that speaks S3's protocol and, unlike the server behind it, refuses requests without a signature. */
export async function openTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(tmpdir(), 'partyline-s3-'))
  const storage = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] })
  await storage.configureBuckets()
  const answer = storage.getMiddleware()
  const server = createServer((request, response) => {
    bucket.requests += 1
    const signed = request.headers.authorization !== undefined
    const status = bucket.fault?.({ method: request.method ?? '', signed }) ?? (signed ? null : 403)
    if (status === 'hang') return
    if (status === null) answer(request, response)
    else response.writeHead(status).end('<Error><Code>AccessDenied</Code></Error>')
  })
  const endpoint = await listen(server)
  const settings = {
    MEDIA_URL: `s3://${BUCKET}/installations/one`,
    S3_ENDPOINT: endpoint,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const bucket: TestBucket = {
    settings,
    fault: null,
    requests: 0,
    open: ({ secret = settings.S3_SECRET_ACCESS_KEY, clock = systemClock, bucket: name = BUCKET } = {}) =>
      openMediaBucket({
        config: { ...settings, S3_SECRET_ACCESS_KEY: secret },
        mediaUrl: `s3://${name}/installations/one`,
        outside: { fetch: globalThis.fetch, browserUrl: (url) => url },
        clock,
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
  return bucket
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
