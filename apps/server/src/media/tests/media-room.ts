import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { SessionId, TenantId, UserId } from '@partyline/contract'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
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
import { createMedia, mediaRoutes, openMediaFolder } from '../index.ts'
import type { Media, StoredFile } from '../index.ts'

const NOON = new Date('2026-11-21T12:00:00Z')

/** The media domain alone, with a server in front of it that takes every caller for a user of the tenant. */
export type MediaRoom = {
  media: Media
  tenantId: TenantId
  /** As a person uploads it. */
  store(fileName: string, declaredType: string, bytes: Uint8Array): Promise<StoredFile>
  /** As a phone sends it. */
  receive(declaredType: string, bytes: Uint8Array): Promise<StoredFile>
  /** The path of a file's link. */
  pathOf(file: StoredFile): string
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  head(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** The file's names in the store: itself and its copies. */
  onDisk(file: StoredFile): Promise<string[]>
  /** Gives the file to a message. */
  attachToMessage(file: StoredFile): Promise<void>
  forget(files: readonly StoredFile[]): Promise<StoredFile[]>
  /** Changes the file's bytes behind the server's back. */
  overwrite(file: StoredFile, bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

export async function openMediaRoom(openStore = openMediaFolder): Promise<MediaRoom> {
  const tenantId = newId<TenantId>()
  const clock = { ...systemClock, now: () => NOON }
  const database = await openTestDatabase()
  const config = readConfig({
    DATA_DIR: database.folder,
    PUBLIC_URL: 'https://texts.example',
    SIGN_UP: 'open',
    ENTRA_CLIENT_ID: newId(),
    ENTRA_CLIENT_SECRET: 'secret',
    AUTH_SECRET: 'a secret of at least 32 characters',
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
  const store = openStore(database.folder)
  const media = createMedia({ database, clock, store, config })
  const user = { tenantId, userId: newId<UserId>(), role: 'User' as const, name: 'Omar', sessionId: newId<SessionId>() }
  const http = await createHttpServer(config, { version: '0' })
  registerCalls(http, {
    handlers: mediaRoutes({ media }),
    authenticate: async () => user,
    signatures: { twilio: async () => {}, marketplace: async () => {} },
    rateLimits: createRateLimits(http, { sendsPerMinute: 1000, callsPerMinute: 1000 }),
  })
  return {
    media,
    tenantId,
    store: (fileName, declaredType, bytes) => media.store({ tenantId, fileName, declaredType, bytes }),
    receive: (declaredType, bytes) => media.storeReceived({ tenantId, fileName: '', declaredType, bytes }),
    pathOf: (file) => new URL(media.present(file).publicLink).pathname,
    get: (url, headers = {}) => http.inject({ url, headers }),
    head: (url, headers = {}) => http.inject({ method: 'HEAD', url, headers }),
    async onDisk({ directory, fileId }) {
      const names = await readdir(path.join(database.folder, 'media', directory))
      return names.filter((name) => name.startsWith(fileId)).toSorted()
    },
    async attachToMessage({ fileId }) {
      const [numberId, chatId, messageId] = [newId<string>(), newId<string>(), newId<string>()]
      const db = database.queries
      await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
        values (${tenantId}, ${numberId}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
      await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_id, last_message_at, created_at)
        values (${tenantId}, ${chatId}, ${numberId}, 'Chat', ${messageId}, now(), now())`.execute(db)
      await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
        values (${tenantId}, ${messageId}, ${chatId}, 'Look', now(), ${newId<string>()})`.execute(db)
      await sql`insert into message_media (tenant_id, message_id, position, file_id)
        values (${tenantId}, ${messageId}, 1, ${fileId})`.execute(db)
    },
    forget: (files) => media.forget(database.queries, tenantId, files),
    overwrite: ({ directory, fileId }, bytes) => store.write(`${directory}/${fileId}`, bytes),
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
