import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { routes } from '@partyline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, COMPRESSED, cookieName } from '../platform/index.ts'
import type { Config, RateLimits } from '../platform/index.ts'
import { pagePolicy, workerPolicy } from './page-policy.ts'

type Options = {
  folder: string
  signInOrigin: string
  config: Pick<Config, 'PUBLIC_URL' | 'API_URL' | 'TEAMS_ORIGINS'>
  rateLimits: Pick<RateLimits, 'countUnknown'>
}

const NONCE = '__CSP_NONCE__'
const FRAME = '__FRAME__'
/** Unknown addresses below the server's own paths, and those of files, are errors. No screen has a dot in its path. */
const NOT_THE_PAGE = /^\/(api|assets|chathub|health|healthz|readyz|metrics)(\/|$)|\.[^/]*$/

/** Also compressed. */
const SERVICE_WORKER = /service-worker\.js(\.\w+)?$/

/** Pages that sign-in and consent windows pass through, on the way to reporting to the Teams page that opened them. */
const OPENED_BY_TEAMS = /^\/(auth|admin\/consent)(\/|$)/

/** Device features that the app does not use. */
const PERMISSIONS = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The app's first requests, which the browser sends while the scripts are still loading. */
const FIRST_QUESTIONS = [routes.config.path, routes['auth.session'].path]
  .map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)
  .join(', ')

/** Every other address is a screen of the web app, also below /teams-app, so that it can be linked and reloaded. */
export async function webApp(
  app: FastifyInstance,
  { folder, signInOrigin, config, rateLimits }: Options,
): Promise<void> {
  const index = path.join(folder, 'index.html')
  if (!existsSync(index)) {
    app.log.warn('The web app is not built: run npm run build. Only the API is served.')
    return
  }
  const page = readFileSync(index, 'utf8')
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    // These are reached through the file they are copies of.
    globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
    setHeaders: (reply, file) => {
      reply.header('Cache-Control', cacheControlOf(file))
      if (SERVICE_WORKER.test(file)) reply.header('Content-Security-Policy', workerPolicy(config))
    },
  })
  app.get('/*', { compress: COMPRESSED }, async (request, reply) => {
    const pathname = pathOf(request)
    if (isPage(pathname, request)) return sendPage(reply, { request, page, signInOrigin, config })
    await rateLimits.countUnknown(app, request, reply)
    throw new AppError('not-found')
  })
}

function cacheControlOf(file: string): string {
  // Files in assets carry the hash of their content in their name.
  if (file.includes(`${path.sep}assets${path.sep}`)) return 'public, max-age=31536000, immutable'
  // A new version has the same address, and must not wait.
  if (SERVICE_WORKER.test(file)) return 'no-cache'
  // The others are the icons, which browsers request again whenever a chat is opened, and their manifest.
  return 'public, max-age=3600'
}

/** Not by a URL object, which refuses `//`. */
function pathOf({ url }: FastifyRequest): string {
  return url.replace(/\?.*$/s, '')
}

function isPage(pathname: string, { headers }: FastifyRequest): boolean {
  return !NOT_THE_PAGE.test(pathname) && /\btext\/html\b|\*\/\*/.test(headers.accept ?? '*/*')
}

/** The parts of the frame that the page shows until its scripts have run: styled in index.html of the web app. */
function frameOf(
  request: FastifyRequest,
  { isTeams, config }: { isTeams: boolean; config: Pick<Config, 'PUBLIC_URL'> },
): string {
  const screen = pathOf(request).replace(/^\/teams-app|\/$/g, '')
  const { theme, chat } = request.query as { theme?: unknown; chat?: unknown }
  const isSignedIn = cookieName('session', { isSecure: config.PUBLIC_URL.startsWith('https:') }) in request.cookies
  return [
    !isTeams && isSignedIn && 'bar',
    (isTeams || isSignedIn) && screen === '' && 'list',
    chat !== undefined && 'chat',
    isTeams && (theme === 'dark' || theme === 'contrast') && 'dark',
  ]
    .filter(Boolean)
    .join(' ')
}

function sendPage(
  reply: FastifyReply,
  {
    request,
    page,
    signInOrigin,
    config,
  }: Pick<Options, 'signInOrigin' | 'config'> & { request: FastifyRequest; page: string },
) {
  const pathname = pathOf(request)
  const isTeams = pathname.startsWith('/teams-app')
  const needsOpener = isTeams || OPENED_BY_TEAMS.test(pathname)
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy({
        nonce,
        isTeams,
        usesTeams: isTeams || /^\/auth\/teams(\/|$)/.test(pathname),
        signInOrigin,
        config,
      }),
      'Referrer-Policy': 'same-origin',
      'Permissions-Policy': PERMISSIONS,
      ...(!needsOpener && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
      // In Teams' frame the session is asked for in another way.
      ...(!isTeams && { Link: FIRST_QUESTIONS }),
    })
    .send(page.replaceAll(NONCE, nonce).replace(FRAME, frameOf(request, { isTeams, config })))
}
