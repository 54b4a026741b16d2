import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError } from '../platform/index.ts'
import type { Clock, Config, Outside } from '../platform/index.ts'
import type { MediaStore } from './media-store.ts'

/** For one request to the storage; a large body has more time. */
const DEADLINE_MS = 10_000
/** The slowest upload that is waited for: 1 MB per second. */
const BYTES_PER_MS = 1_000
/** Requests that failed without an answer, or with a server error. All of them can be repeated. */
const MAX_ATTEMPTS = 3
const PAUSE_MS = 250
/** MinIO’s answer when its disks are full. */
const INSUFFICIENT_STORAGE = 507

/** Files that diagnostics ask for. */
const PROBE = 'diagnostics/probe'
const MISSING_PROBE = 'diagnostics/missing'

type Parts = {
  config: Pick<Config, 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>
  /** `s3://bucket/prefix` */
  mediaUrl: string
  outside: Outside
  clock: Clock
}

type Answer = { status: number; bytes: Uint8Array }
type BucketRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: Uint8Array
  unsigned?: boolean
}

/**
 * Keeps files in a bucket of S3, or of a storage that speaks its protocol. No address of the bucket leaves the server:
 * it signs each request itself.
 */
export function openMediaBucket({ config, mediaUrl, outside, clock }: Parts): MediaStore {
  const { S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = config
  const { hostname: bucket, pathname: prefix } = new URL(mediaUrl)
  const endpoint = config.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}${prefix.replace(/\/+$/, '')}`
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  /** The headers that sign a request. */
  async function sign(url: string, { method, headers = {}, body }: BucketRequest): Promise<Headers> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const datetime = clock
      .now()
      .toISOString()
      .replaceAll(/[:-]|\.\d+/g, '')
    const signed = await signer.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      aws: { datetime },
    })
    return signed.headers
  }

  async function ask(key: string, request: BucketRequest): Promise<Answer> {
    const late = new AbortController()
    const deadline = DEADLINE_MS + (request.body?.length ?? 0) / BYTES_PER_MS
    const stop = clock.after(deadline, () => late.abort(new Error('The storage for media did not answer in time.')))
    try {
      const url = `${base}/${key}`
      const response = await outside.fetch(url, {
        method: request.method,
        headers: request.unsigned ? {} : await sign(url, request),
        body: (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null,
        redirect: 'manual',
        signal: late.signal,
      })
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
    } finally {
      stop()
    }
  }

  async function askPatiently(key: string, request: BucketRequest): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === MAX_ATTEMPTS
      try {
        const answer = await ask(key, request)
        if (answer.status < 500 || isLast) return answer
      } catch (error) {
        if (isLast) throw failure(error)
      }
      await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve))
    }
  }

  const store: MediaStore = {
    async write(key, body) {
      const { status, bytes } = await askPatiently(key, { method: 'PUT', body })
      if (status === INSUFFICIENT_STORAGE) throw Object.assign(refusal(status, bytes), { code: 'ENOSPC' })
      if (status !== 200) throw failure(refusal(status, bytes))
    },
    async read(key, range) {
      const headers = range && { range: `bytes=${range.first}-${range.last}` }
      const { status, bytes } = await askPatiently(key, { method: 'GET', ...(headers && { headers }) })
      if (status === (range ? 206 : 200)) return bytes
      if (status === 404 && codeOf(bytes) === 'NoSuchKey') return null
      throw failure(refusal(status, bytes))
    },
    async remove(key) {
      const { status, bytes } = await askPatiently(key, { method: 'DELETE' })
      if (status >= 300 && status !== 404) throw failure(refusal(status, bytes))
    },
    async check() {
      await store.write(PROBE, Buffer.from('Diagnostics write this file and try to read it without a signature.'))
      // A key that may not list gets 403 for a missing file, as if it were refused.
      if (await store.read(MISSING_PROBE, null)) throw failure(new Error(`${MISSING_PROBE} exists.`))
      const { status } = await ask(PROBE, { method: 'GET', unsigned: true })
      return status < 400 ? 'public' : 'private'
    },
  }
  return store
}

function failure(cause: unknown): AppError {
  return new AppError('unavailable', { cause })
}

/** Only the code: the rest of the response may repeat the signed request. */
function refusal(status: number, body: Uint8Array): Error {
  return new Error(`The storage for media answered ${status} ${codeOf(body) ?? ''}`.trimEnd())
}

function codeOf(body: Uint8Array): string | undefined {
  return /<Code>(\w+)<\/Code>/.exec(Buffer.from(body).toString('utf8'))?.[1]
}
