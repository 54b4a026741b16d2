import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { routes } from '@partyline/contract'
import type { CallName, TenantId } from '@partyline/contract'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { openTestDatabase } from '../../../tests/test-database.ts'
import {
  createHttpServer,
  createKeyring,
  createRateLimits,
  createTopic,
  newId,
  readConfig,
  registerCalls,
  systemClock,
} from '../../platform/index.ts'
import { createTenants } from '../../tenants/index.ts'
import { createMedia, mediaRoutes, openMediaDisk } from '../index.ts'
import type { Media, StoredFile } from '../index.ts'

export const NOON = new Date('2026-11-21T12:00:00Z')
const SECRET = 'a secret of at least 32 characters'

/** The media domain alone, with a server in front of it and a clock that stands at noon. */
export type MediaRoom = {
  media: Media
  tenantId: TenantId
  setTime(time: Date): void
  /** As a person uploads it. */
  store(fileName: string, declaredType: string, bytes: Uint8Array): Promise<StoredFile>
  /** The same data with another AUTH_SECRET. */
  stranger(): Media
  /** Where a file's link leads, without the origin. */
  pathOf(file: StoredFile, from?: Media): string
  get(url: string): Promise<LightMyRequestResponse>
  head(url: string): Promise<LightMyRequestResponse>
  /** What lies on the disk of this file. */
  onDisk(file: StoredFile): Promise<string[]>
  close(): Promise<void>
}

export async function openMediaRoom(): Promise<MediaRoom> {
  const tenantId = newId<TenantId>()
  let now = NOON
  const clock = { ...systemClock, now: () => now }
  const database = await openTestDatabase()
  const config = readConfig({
    DATA_DIR: database.folder,
    PUBLIC_URL: 'https://texts.example',
    ENTRA_CLIENT_ID: newId(),
    ENTRA_CLIENT_SECRET: 'secret',
    AUTH_SECRET: SECRET,
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
    LOG_LEVEL: 'silent',
  })
  const tenants = createTenants({
    database,
    keyring: createKeyring(config.ENCRYPTION_KEYS),
    clock,
    suspended: createTopic(() => {}),
  })
  await tenants.create(database.queries, { tenantId, name: 'Clinic', domain: 'clinic.example' })
  const mediaWith = (AUTH_SECRET: string) =>
    createMedia({ database, clock, disk: openMediaDisk(database.folder), config: { ...config, AUTH_SECRET } })
  const media = mediaWith(SECRET)
  const http = await createHttpServer(config, { version: '0' })
  registerCalls(http, {
    handlers: mediaRoutes({ media }),
    notBuilt: (Object.keys(routes) as CallName[]).filter((name) => name !== 'media.get'),
    authenticate: async () => null,
    signatures: { twilio: async () => {}, marketplace: async () => {} },
    rateLimits: createRateLimits(http, { sendsPerMinute: 1000, callsPerMinute: 1000 }),
  })
  return {
    media,
    tenantId,
    setTime(time) {
      now = time
    },
    store: (fileName, declaredType, bytes) => media.store({ tenantId, fileName, declaredType, bytes }),
    stranger: () => mediaWith(SECRET.toUpperCase()),
    pathOf: (file, from = media) => new URL(from.present(tenantId, file).publicLink).pathname,
    get: (url) => http.inject({ url }),
    head: (url) => http.inject({ method: 'HEAD', url }),
    async onDisk({ directory, fileId }) {
      const names = await readdir(path.join(database.folder, 'media', directory))
      return names.filter((name) => name.startsWith(fileId)).toSorted()
    },
    async close() {
      await http.close()
      await database.close()
    },
  }
}

export function blank(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
}

export function picture(width = 40, height = 30): Promise<Buffer> {
  return blank(width, height).png().toBuffer()
}
