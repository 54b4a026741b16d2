// Who may import whom, and who may use which tables of the database. The tables below are the architecture; the code only applies them.
import path from 'node:path'

/** Workspace -> workspaces it may import. Anything absent is forbidden. */
const WORKSPACES = {
  'packages/contract': [],
  'packages/signalr-hub': [],
  'packages/driver': ['contract'],
  'apps/server': ['contract', 'signalr-hub'],
  'apps/web': ['contract'],
  'apps/sandbox': [],
  e2e: ['contract', 'driver', 'web'],
  bench: ['contract', 'driver', 'sandbox', 'server', 'signalr-hub'],
  faults: ['contract', 'driver', 'sandbox', 'server', 'signalr-hub'],
}
/** Workspaces that every test may import. */
const FOR_TESTS = new Set(['sandbox', 'driver'])
/** Folders of a workspace, lowest first: a folder may import folders on lower rows only, through their index. */
const LEVELS = {
  'packages/signalr-hub': [['platform'], ['protocol'], ['connections'], ['hubs'], ['server']],
  'apps/server': [
    ['database'],
    ['platform'],
    ['twilio', 'microsoft'],
    ['audit'],
    ['tenants', 'users', 'media'],
    ['auth', 'marketplace'],
    ['numbers', 'snippets'],
    ['transcript', 'legal-holds'],
    ['chats'],
    ['consent', 'traffic', 'contacts'],
    ['delivery'],
    ['inbound', 'messages'],
    // Above everything that writes, relays, or sends texts: notes never leave the house.
    ['notes'],
    ['erasure', 'exports', 'reports'],
    ['notifications', 'hooks', 'archives', 'retention'],
    ['settings', 'webhooks', 'realtime', 'web-app', 'metrics'],
    ['diagnostics'],
  ],
  'apps/web': [
    ['platform'],
    ['core'],
    ['service-worker', 'ui'],
    ['connection-line', 'auth'],
    ['users', 'numbers', 'media'],
    ['setup'],
    ['presence', 'notifications', 'shortcuts', 'snippets'],
    ['settings', 'legal-holds'],
    ['contacts', 'reports'],
    ['messages'],
    ['chats', 'admin'],
    ['app'],
    ['looks'],
  ],
}
/** Workspaces and folders whose files are imported directly. */
const WITHOUT_INDEX = ['packages/signalr-hub', 'apps/web/platform', 'apps/web/core', 'apps/web/app']
/** Packages that only their owners may import. */
const OWNERS = {
  twilio: ['apps/server/twilio'],
  'openid-client': ['apps/server/microsoft'],
  pg: ['apps/server/platform', 'packages/driver', 'bench'],
  'prom-client': ['apps/server/metrics'],
  '@microsoft/signalr': ['apps/web/core', 'bench'],
}
/** Folders that work without a user interface: no React, no components, no hooks. */
const HEADLESS = ['apps/web/src/core/', 'apps/web/src/auth/session/', 'apps/web/src/service-worker/']
const USER_INTERFACE = /^(react|react-dom|@fluentui\/.+|react-hook-form|virtua|wouter)(\/|$)|\.tsx$/
const HOOK = /^use[A-Z]/

/** Domain of the server -> tables that only it may write. Others read them through its index.ts. */
const TABLES = {
  // Only functions of the database see messages that were not sent beside those that were.
  functions: ['all_messages'],
  platform: ['applied_functions'],
  audit: ['audit_log'],
  tenants: ['tenants', 'hours_versions'],
  users: ['users', 'directory_polls'],
  media: ['files'],
  auth: ['sessions', 'sign_in_codes', 'api_keys'],
  marketplace: ['saas_subscriptions', 'saas_operations'],
  numbers: ['lines', 'number_default_users', 'contacts'],
  contacts: [
    'contact_cards',
    'contact_phones',
    'contact_tags',
    'contact_fields',
    'contact_views',
    'contact_changes',
    'contact_imports',
    'contact_import_rows',
  ],
  snippets: ['snippets', 'snippet_media'],
  notes: ['notes', 'note_versions', 'note_media', 'note_edits', 'unread_mentions'],
  transcript: ['messages', 'message_media', 'deliveries', 'pending_messages'],
  chats: [
    'chats',
    'chat_names',
    'chat_members',
    'chat_changes',
    'contact_merges',
    'idempotency_keys',
    'notices',
    'people',
  ],
  notifications: ['push_devices', 'notification_sends', 'pushed_chats', 'shown_notices', 'notified_people'],
  consent: ['consent_people', 'consent_entries', 'consent_evidence', 'erasure_keys', 'opt_outs', 'written_consents'],
  'legal-holds': ['legal_holds'],
  erasure: ['erasures'],
  reports: ['report_settings', 'report_days', 'report_counts'],
  hooks: ['hooks', 'hook_events'],
  archives: ['archives', 'archive_parts'],
  delivery: ['provider_statuses'],
  inbound: ['provider_events', 'inbound_media', 'reconciliations', 'automatic_replies'],
}
/** Another domain's table -> domains that join it in a statement of their own, because two statements would read too much. */
const ALSO_READ = {
  legal_holds: ['contacts'],
  notes: ['retention'],
  tenants: [
    'users',
    'auth',
    'transcript',
    'chats',
    'delivery',
    'inbound',
    'messages',
    'traffic',
    'notifications',
    'hooks',
  ],
  users: [
    'contacts',
    'audit',
    'auth',
    'chats',
    'consent',
    'messages',
    'notifications',
    'reports',
    'hooks',
    'legal-holds',
    'archives',
  ],
  files: ['snippets', 'transcript', 'notes'],
  api_keys: ['audit', 'contacts', 'consent', 'hooks', 'reports'],
  lines: ['auth', 'contacts', 'consent', 'chats', 'delivery', 'messages', 'tenants', 'hooks'],
  contacts: ['chats', 'contacts', 'consent', 'erasure', 'hooks'],
  consent_people: ['contacts', 'hooks'],
  consent_entries: ['contacts', 'reports', 'hooks'],
  opt_outs: ['contacts', 'numbers', 'chats', 'delivery'],
  written_consents: ['contacts'],
  contact_cards: ['consent', 'erasure', 'reports', 'hooks', 'legal-holds'],
  contact_phones: ['consent', 'erasure', 'reports', 'hooks'],
  sessions: ['notifications'],
  number_default_users: ['notifications'],
  chats: ['auth', 'messages', 'traffic', 'notes', 'notifications', 'reports', 'hooks', 'legal-holds', 'retention'],
  chat_changes: ['notes', 'reports'],
  chat_members: ['contacts', 'messages', 'notifications', 'erasure', 'reports', 'hooks', 'legal-holds'],
  messages: ['chats', 'messages', 'inbound', 'traffic', 'notes', 'erasure', 'reports', 'hooks', 'retention'],
  message_media: ['delivery', 'media', 'hooks'],
  contact_fields: ['hooks'],
  snippet_media: ['media'],
  note_media: ['media'],
  unread_mentions: ['chats', 'notifications'],
  pending_messages: ['messages'],
  deliveries: ['chats', 'messages', 'delivery', 'traffic', 'erasure', 'reports', 'hooks'],
  inbound_media: ['transcript'],
  provider_events: ['traffic'],
}
/** A domain that also writes another's table: the delivery queue is part of the records of a message. */
const ALSO_WRITTEN = { deliveries: ['delivery'] }

/** Subpaths that a package exports on purpose. */
const SUBPATHS = [
  '@partyline/contract/phone-numbers',
  '@partyline/contract/time-zones',
  '@partyline/web/looks',
  '@partyline/signalr-hub/fastify',
  '@partyline/signalr-hub/messagepack',
  '@partyline/signalr-hub/redis',
]

const ROOT = process.cwd()
const TEST = /(\.test\.tsx?$|\/tests\/)/

function locate(file) {
  const rel = path.relative(ROOT, file).split(path.sep).join('/')
  const m = rel.match(/^((?:apps|packages)\/[^/]+|e2e|bench|faults)\/(?:src\/)?(?:([^/]+)\/)?([^/].*)$/)
  return m && { rel, workspace: m[1], folder: m[2], file: m[3] }
}
const levelOf = (at) => LEVELS[at.workspace]?.findIndex((row) => row.includes(at.folder)) ?? -1

/** Returns the complaint about importing `names` of `spec` from `filename`, or null. */
export function complaint(filename, spec, names = []) {
  const from = locate(filename)
  if (!from) return null
  if (HEADLESS.some((folder) => from.rel.startsWith(folder)) && !TEST.test(from.rel)) {
    if (USER_INTERFACE.test(spec) || names.some((name) => HOOK.test(name))) {
      return 'This folder works without a user interface: it may import neither React, components, nor hooks.'
    }
  }
  if (!spec.startsWith('.')) {
    const own = spec.match(/^@partyline\/([^/]+)(\/.*)?$/)
    if (own?.[2] && !SUBPATHS.includes(spec)) return 'Import a workspace by its name, or by a subpath that it exports.'
    if (own) {
      const allowed = WORKSPACES[from.workspace] ?? []
      const ok = allowed.includes(own[1]) || (FOR_TESTS.has(own[1]) && TEST.test(from.rel))
      return ok ? null : `${from.workspace} may not import @partyline/${own[1]}.`
    }
    const owners = Object.entries(OWNERS).find(([name]) => spec === name || spec.startsWith(`${name}/`))?.[1]
    const isOwner = owners?.some((owner) => owner === from.workspace || owner === `${from.workspace}/${from.folder}`)
    return owners && !isOwner && !TEST.test(from.rel) ? `Only ${owners.join(' and ')} may import "${spec}".` : null
  }
  const to = locate(path.resolve(path.dirname(filename), spec))
  if (to?.workspace !== from.workspace) return 'Leave a workspace only through a package name.'
  // Tests may import any file of their workspace.
  if (!from.folder || from.folder === to.folder || TEST.test(from.rel)) return null
  if (!to.folder) return `"${from.folder}" may not import files of the application root.`
  if (!LEVELS[from.workspace]) return null
  if (levelOf(from) < 0 || levelOf(to) < 0) return 'Give this folder a row in tools/boundaries.mjs.'
  if (levelOf(to) >= levelOf(from)) return `"${from.folder}" is not above "${to.folder}".`
  const isDirect = WITHOUT_INDEX.includes(to.workspace) || WITHOUT_INDEX.includes(`${to.workspace}/${to.folder}`)
  return isDirect || /^index\.tsx?$/.test(to.file) ? null : `Import from the index.ts of "${to.folder}".`
}

const READS = new Set(['selectFrom', 'innerJoin', 'leftJoin', 'using'])
const WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom'])
const nameOf = (node) => (node?.type === 'MemberExpression' ? node.property.name : node?.name)
const snakeCase = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns the complaint about a statement in `filename` that reads or writes `table`, or null. */
export function tableComplaint(filename, table, isWrite) {
  const at = locate(filename)
  const owner = Object.keys(TABLES).find((domain) => TABLES[domain].includes(table))
  if (at?.workspace !== 'apps/server' || TEST.test(at.rel) || !owner) return null
  if (at.folder !== 'platform' && !at.file.endsWith('-store.ts')) return 'Statements are written in a *-store.ts.'
  if (at.folder === owner || (isWrite ? ALSO_WRITTEN : ALSO_READ)[table]?.includes(at.folder)) return null
  return `Only "${owner}" may ${isWrite ? 'write' : 'read'} the table "${table}".`
}

/** The tables in SQL, each with whether it is written. */
function tablesIn(text) {
  const found = text.matchAll(/\b(insert into|update|delete from|from|join|using)\s+(\w+)/gi)
  return [...found].map(([, verb, table]) => ({ table, isWrite: /^(insert|update|delete)/i.test(verb) }))
}

const boundaries = {
  create(context) {
    const checkTable = (node, { table, isWrite }) => {
      const message = tableComplaint(context.filename, table, isWrite)
      if (message) context.report({ node, message })
    }
    const check = ({ source, specifiers = [] }) => {
      const names = specifiers.map(({ imported }) => imported?.name ?? '')
      const message = typeof source?.value === 'string' ? complaint(context.filename, source.value, names) : null
      if (message) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      CallExpression(node) {
        const method = nameOf(node.callee)
        const name = node.arguments[0]?.value
        if (typeof name !== 'string' || !(READS.has(method) || WRITES.has(method))) return
        checkTable(node, { table: snakeCase(name.split(' ')[0]), isWrite: WRITES.has(method) })
      },
      TaggedTemplateExpression(node) {
        if (nameOf(node.tag) !== 'sql') return
        const text = node.quasi.quasis.map(({ value }) => value.raw).join(' ? ')
        for (const found of tablesIn(text)) checkTable(node, found)
      },
    }
  },
}
export default { meta: { name: 'partyline' }, rules: { boundaries } }
