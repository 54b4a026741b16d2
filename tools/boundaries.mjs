// Who may import whom. The tables below are the architecture; the code only applies them.
import path from 'node:path'

/** Workspace -> workspaces it may name. Anything absent is forbidden. */
const WORKSPACES = {
  'packages/contract': [],
  'packages/signalr-hub': [],
  'packages/driver': ['contract'],
  'apps/server': ['contract', 'signalr-hub'],
  'apps/web': ['contract'],
  'apps/sandbox': [],
  e2e: ['contract', 'driver'],
  bench: ['contract', 'driver', 'sandbox', 'server', 'signalr-hub'],
  faults: ['contract', 'driver', 'sandbox', 'server'],
}
/** Workspaces that every test may name. */
const FOR_TESTS = new Set(['sandbox', 'driver'])
/** Folders of an app, lowest first: a folder may import folders on lower rows only, through their index. */
const LEVELS = {
  'apps/server': [
    ['migrations'],
    ['platform'],
    ['twilio', 'microsoft'],
    ['audit'],
    ['tenants', 'users', 'media'],
    ['auth', 'marketplace'],
    ['numbers'],
    ['transcript'],
    ['chats'],
    ['messages'],
    ['settings', 'webhooks', 'realtime', 'web-app', 'metrics'],
    ['doctor'],
  ],
  'apps/web': [
    ['platform'],
    ['ui'],
    ['realtime', 'auth'],
    ['users', 'numbers', 'media', 'setup'],
    ['presence', 'notifications', 'shortcuts'],
    ['settings'],
    ['messages'],
    ['chats', 'admin'],
    ['app'],
  ],
}
/** Folders whose files are entered one by one. */
const FREELY_ENTERED = new Set(['apps/web/platform'])
/** Outside packages that only their owners may name. */
const OWNERS = {
  twilio: ['apps/server/twilio'],
  'openid-client': ['apps/server/microsoft'],
  pg: ['apps/server/platform', 'packages/driver', 'bench'],
  'prom-client': ['apps/server/metrics'],
  '@microsoft/signalr': ['apps/web/realtime', 'bench'],
}

/** Subpaths that a package exports on purpose. */
const SUBPATHS = [
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

/** Returns the complaint about importing `spec` from `filename`, or null. */
export function complaint(filename, spec) {
  const from = locate(filename)
  if (!from) return null
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
  // A test goes in through the public door, which is the application itself.
  if (!from.folder || from.folder === to.folder || TEST.test(from.rel)) return null
  if (!to.folder) return `"${from.folder}" may not reach up to the application root.`
  if (!LEVELS[from.workspace]) return null
  if (levelOf(from) < 0 || levelOf(to) < 0) return 'Give this folder a row in tools/boundaries.mjs.'
  if (levelOf(to) >= levelOf(from)) return `"${from.folder}" sits at or below "${to.folder}".`
  return FREELY_ENTERED.has(`${to.workspace}/${to.folder}`) || /^index\.tsx?$/.test(to.file)
    ? null
    : `Enter "${to.folder}" through its index.ts.`
}

const boundaries = {
  create(context) {
    const check = ({ source }) => {
      const message = typeof source?.value === 'string' ? complaint(context.filename, source.value) : null
      if (message) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}
export default { meta: { name: 'partyline' }, rules: { boundaries } }
