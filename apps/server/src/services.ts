import type { RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { archiveRoutes, createArchives } from './archives/index.ts'
import { auditRoutes } from './audit/index.ts'
import { createAuth, createConsentLinks, createSessions } from './auth/index.ts'
import type { Authentication, Sessions, SessionsEnded } from './auth/index.ts'
import { createChats } from './chats/index.ts'
import type { Chats } from './chats/index.ts'
import {
  contactRoutes,
  createContactFields,
  createContactImports,
  createContactLists,
  createContacts,
  createContactViews,
} from './contacts/index.ts'
import { createDelivery } from './delivery/index.ts'
import type { Delivery, QueuedText } from './delivery/index.ts'
import { createDiagnostics, createSelfTest, diagnosticsRoutes } from './diagnostics/index.ts'
import type { Diagnostics } from './diagnostics/index.ts'
import { createHooks } from './hooks/index.ts'
import type { Hooks } from './hooks/index.ts'
import { createInbound } from './inbound/index.ts'
import type { Inbound } from './inbound/index.ts'
import { createLegalHolds, legalHoldRoutes } from './legal-holds/index.ts'
import {
  createForwarding,
  createMarketplaceSales,
  marketplaceRoutes,
  marketplaceSignature,
} from './marketplace/index.ts'
import type { Forwarding } from './marketplace/index.ts'
import { createMedia, mediaRoutes, openMediaStore, watchMediaStore } from './media/index.ts'
import { createMessages } from './messages/index.ts'
import {
  createConsentLists,
  createConsents,
  createErasedPhones,
  createHandOver,
  consentRoutes,
} from './consent/index.ts'
import type { ErasedPhones } from './consent/index.ts'
import { createErasures, erasureRoutes } from './erasure/index.ts'
import { createChatExports, createConversations, exportRoutes } from './exports/index.ts'
import type { Erasures } from './erasure/index.ts'
import { createActivityFeed, createAppAccess, createGraph, createMarketplace } from './microsoft/index.ts'
import { createNotes, noteRoutes } from './notes/index.ts'
import { createNotifications } from './notifications/index.ts'
import type { Notifications } from './notifications/index.ts'
import { createNumbers, numberRoutes } from './numbers/index.ts'
import { createKeyring, createTopic } from './platform/index.ts'
import type {
  Clock,
  Config,
  Database,
  Handlers,
  KeyPolicy,
  Loop,
  Outside,
  StorageWatch,
  Topic,
} from './platform/index.ts'
import { createReports, reportRoutes } from './reports/index.ts'
import { createRetention, retentionRoutes } from './retention/index.ts'
import { createSnippets, snippetRoutes } from './snippets/index.ts'
import { createSettings, settingsRoutes } from './settings/index.ts'
import { createTenants } from './tenants/index.ts'
import type { Tenants } from './tenants/index.ts'
import { trafficRoutes } from './traffic/index.ts'
import { createTranscript } from './transcript/index.ts'
import { createTwilio } from './twilio/index.ts'
import type { TwilioRequest } from './twilio/index.ts'
import { createDepartures, createDirectoryWatch, createLookup, createUsers, userRoutes } from './users/index.ts'
import type { DirectoryWatch, Lookup, Users } from './users/index.ts'
import { createTwilioCaller, webhookRoutes } from './webhooks/index.ts'

type Parts = {
  config: Config
  outside: Outside
  clock: Clock
  log: FastifyBaseLogger
  database: Database
  storage: StorageWatch
  /** Counts requests to Twilio. */
  onTwilioRequest: ((request: TwilioRequest) => void) | undefined
  /** Whether this process is the server, which alone can use the embedded database. */
  isServer: boolean
}

export type Services = {
  /** Handlers of all calls that belong to a domain. */
  handlers: Omit<Handlers, 'health.live' | 'health.ready' | 'config'>
  signatures: Record<'twilio' | 'marketplace', (request: FastifyRequest) => Promise<unknown>>
  authentication: Authentication
  keyPolicy: KeyPolicy
  sessions: Sessions
  tenants: Tenants
  users: Users
  lookup: Lookup
  diagnostics: Diagnostics
  delivery: Delivery
  inbound: Inbound
  notifications: Notifications
  hooks: Hooks
  snoozeLoop: Loop
  importExpiry: Loop
  reportLoop: Loop
  retentionLoop: Loop
  archiveLoop: Loop
  erasedPhones: ErasedPhones
  erasures: Erasures
  twinMerges: Chats['twinMerges']
  releaseLoop: Loop
  directoryWatch: DirectoryWatch
  forwarding: Forwarding
  announcements: Topic<readonly RealtimeEvent[]>
  sessionsEnded: Topic<SessionsEnded>
  tenantSuspended: Topic<TenantId>
}

/** Composes the domains. Nothing listens, sends, or works in the background until it is started. */
export function createServices(parts: Parts): Services {
  const { config, outside, clock, log, database, storage, onTwilioRequest, isServer } = parts
  const { PUBLIC_URL: publicUrl } = config
  const listenerFailed = (error: unknown) => log.error({ err: error }, 'listener failed')
  const announcements = createTopic<readonly RealtimeEvent[]>(listenerFailed)
  const textsQueued = createTopic<readonly QueuedText[]>(listenerFailed)
  const sessionsEnded = createTopic<SessionsEnded>(listenerFailed)
  const tenantSuspended = createTopic<TenantId>(listenerFailed)

  const sessions = createSessions({ database, clock, ended: sessionsEnded })
  const keyring = createKeyring(config.ENCRYPTION_KEYS)
  const tenants = createTenants({ database, keyring, clock, suspended: tenantSuspended })
  const forwarding = createForwarding({ database, keyring, outside, clock, log, hosts: config.SAAS_FORWARD_HOSTS })
  const publisher = publisherOf(config)
  const sales = createMarketplaceSales({
    marketplace: publisher && createMarketplace({ outside, publisher, clock }),
    forwarding,
    database,
    tenants,
    clock,
    log,
  })
  const users = createUsers({ database, clock, sessions })
  const consentLinks = createConsentLinks({ config, outside, clock })
  const auth = createAuth({
    config,
    outside,
    clock,
    consentLinks,
    database,
    sessions,
    tenants,
    users,
    subscriptions: sales,
    announcements,
  })
  const appAccess = createAppAccess({
    outside,
    clientId: config.ENTRA_CLIENT_ID,
    clientSecret: config.ENTRA_CLIENT_SECRET,
    clock,
  })
  const graph = createGraph({ outside, appAccess, clock })
  const lookup = createLookup({ database, graph, clock })

  const twilio = createTwilio({ outside, clock, log, onRequest: onTwilioRequest })
  const mediaStore = watchMediaStore(openMediaStore({ config, outside, clock }), storage)
  const media = createMedia({ database, clock, store: mediaStore, config })
  const snippets = createSnippets({ database, clock, tenants, media, announcements })
  const erasedPhones = createErasedPhones({ database, keyring, log })
  const numbers = createNumbers({
    database,
    tenants,
    users,
    clock,
    announcements,
    recallOptOuts: erasedPhones.recall,
    handOverConsent: createHandOver({ clock }),
  })
  const transcript = createTranscript({ presentFile: (file) => media.present(file) })
  const chats = createChats({ database, clock, log, numbers, transcript, announcements })
  const departures = createDepartures({ database, clock, sessions, chats, announcements })
  const directoryWatch = createDirectoryWatch({ database, clock, log, graph, tenants, departures })
  const consentLists = createConsentLists({ database, clock })
  const consents = createConsents({ database, clock, chats, announcements })
  const messages = createMessages({
    database,
    clock,
    log,
    tenants,
    media,
    transcript,
    numbers,
    chats,
    consents,
    announcements,
    textsQueued,
  })
  const legalHolds = createLegalHolds({ database, clock, announcements })
  const contacts = createContacts({ database, clock, numbers, chats, legalHolds, announcements })
  const contactImports = createContactImports({
    database,
    clock,
    log,
    tenants,
    numbers,
    chats,
    announcements,
    recordConsent: consents.recordImport,
  })
  const contactLists = createContactLists({ database, clock, numbers, announcements })
  const notes = createNotes({ database, clock, chats, users, media, announcements })
  const exports = createChatExports({ database, clock, tenants, numbers, chats, transcript, notes, users, media })
  const archives = createArchives({
    database,
    clock,
    log,
    tenants,
    users,
    numbers,
    snippets,
    chats,
    contactLists,
    consentLists,
    conversations: createConversations({ database, chats, transcript, notes, users, media }),
    media,
    store: mediaStore,
    announcements,
    maxPartBytes: config.ARCHIVE_PART_MB * 1_000_000,
  })
  const erasures = createErasures({
    config,
    database,
    clock,
    log,
    tenants,
    media,
    chats,
    contacts,
    erasedPhones,
    legalHolds,
    eraseArchives: (trx, by) => archives.erase(trx, by),
  })
  const reports = createReports({ database, clock, log, tenants, numbers, users })
  const delivery = createDelivery({
    database,
    clock,
    random: Math.random,
    log,
    publicUrl,
    secret: config.AUTH_SECRET,
    tenants,
    media,
    transcript,
    chats,
    consents,
    twilio,
    announcements,
    textsQueued,
  })
  const inbound = createInbound({
    database,
    clock,
    random: Math.random,
    log,
    tenants,
    numbers,
    media,
    chats,
    consents,
    twilio,
    announcements,
    textsQueued,
  })
  const feed = createActivityFeed({
    outside,
    appAccess,
    clock,
    appId: config.TEAMS_APP_ID ?? config.ENTRA_CLIENT_ID,
    publicUrl,
    appName: config.APP_NAME,
  })
  const notifications = createNotifications({
    config,
    outside,
    database,
    clock,
    random: Math.random,
    log,
    users,
    feed,
    announcements,
  })
  const retention = createRetention({ database, clock, log, tenants, numbers, media, reports, announcements })
  const hooks = createHooks({
    config,
    outside,
    database,
    clock,
    random: Math.random,
    log,
    keyring,
    tenants,
    announcements,
  })
  const settings = createSettings({
    config,
    database,
    clock,
    appAccess,
    consentLinks,
    tenants,
    users,
    lookup,
    numbers,
    chats,
    twilio,
    announcements,
  })

  const selfTest = createSelfTest({ outside, clock, publicUrl, secret: config.AUTH_SECRET })
  const diagnostics = createDiagnostics({
    database,
    isEmbedded: !config.DATABASE_URL,
    clock,
    log,
    publicUrl,
    tenants,
    numbers,
    users,
    twilio,
    appAccess,
    checkMedia: () => mediaStore.check(),
    // The embedded database serves one process, so a command cannot reach a server that is running.
    testAddress: isServer || config.DATABASE_URL ? selfTest.ask : null,
  })

  const twilioCaller = createTwilioCaller({ tenants, publicUrl, clock })

  return {
    handlers: {
      ...auth.routes,
      ...userRoutes({ users, lookup, tenants }),
      ...mediaRoutes({ media }),
      ...numberRoutes({ numbers }),
      ...contactRoutes({
        contacts,
        lists: contactLists,
        fields: createContactFields({ database, clock, tenants, announcements }),
        views: createContactViews({ database, tenants, announcements }),
        imports: contactImports,
      }),
      ...erasureRoutes({ erasures }),
      ...exportRoutes({ exports }),
      ...archiveRoutes({ archives }),
      ...reportRoutes({ reports }),
      ...legalHoldRoutes({ holds: legalHolds }),
      ...retentionRoutes({ retention }),
      ...snippetRoutes({ snippets }),
      ...auditRoutes({ database }),
      ...settingsRoutes({ settings, contacts, numbers }),
      ...diagnosticsRoutes({ diagnostics, selfTest }),
      ...chats.routes,
      ...messages.routes,
      ...noteRoutes({ notes }),
      ...notifications.routes,
      ...hooks.routes,
      ...delivery.routes,
      ...inbound.routes,
      ...consentRoutes({ database, consents, lists: consentLists, numbers }),
      ...trafficRoutes({ database, isPaused: delivery.isPaused }),
      ...marketplaceRoutes({ sales, forwarding }),
      ...webhookRoutes({ inbound, delivery, pass: twilioCaller.pass }),
    },
    signatures: { twilio: twilioCaller.check, marketplace: marketplaceSignature(sales) },
    authentication: auth,
    keyPolicy: auth.keyPolicy,
    sessions,
    tenants,
    users,
    lookup,
    diagnostics,
    delivery,
    inbound,
    notifications,
    hooks,
    snoozeLoop: chats.snoozeLoop,
    importExpiry: contactImports.expiry,
    reportLoop: reports.loop,
    retentionLoop: retention.loop,
    archiveLoop: archives.loop,
    erasedPhones,
    erasures,
    twinMerges: chats.twinMerges,
    releaseLoop: messages.releaseLoop,
    directoryWatch,
    forwarding,
    announcements,
    sessionsEnded,
    tenantSuspended,
  }
}

/** Null, and nothing is sold, unless it is fully configured. */
function publisherOf(config: Config) {
  const { MARKETPLACE_TENANT_ID: tenantId, MARKETPLACE_CLIENT_ID: clientId } = config
  const { MARKETPLACE_CLIENT_SECRET: clientSecret } = config
  return tenantId && clientId && clientSecret ? { tenantId, clientId, clientSecret } : null
}
