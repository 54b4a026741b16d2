import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findPerson, type Directory } from '../directories/index.ts'
import { mintSsoToken, type SigningKey } from '../entra/index.ts'
import { serveBrowserFiles } from '../page/index.ts'
import type { ActivityFeeds } from './activity-feed.ts'
import { feedRoutes } from './feed-routes.ts'
import { renderTeamsPage } from './teams-page.ts'

type TeamsOptions = {
  directories: readonly Directory[]
  /** The window frames `{appUrl}/teams-app/`. */
  appUrl: string
  signingKey: SigningKey
  feeds: ActivityFeeds
}

const TokenRequest = z.object({ login: z.string() })

/** A Teams window at `/teams`, which hosts the app with its unmodified TeamsJS. */
export async function teamsPlugin(app: FastifyInstance, { directories, appUrl, signingKey, feeds }: TeamsOptions) {
  const policy = `default-src 'self'; img-src data:; frame-src ${new URL(appUrl).origin}; frame-ancestors 'none'`

  app.get('/teams', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(renderTeamsPage({ directories, appUrl, appId: feeds.app.id }).html),
  )
  await serveBrowserFiles(app, { prefix: '/teams/window', folder: path.join(import.meta.dirname, 'window') })

  await app.register(feedRoutes, { feeds })

  app.post('/teams/sso-token', async (request, reply) => {
    const asked = TokenRequest.safeParse(request.body)
    if (!asked.success) return reply.code(400).send({ message: 'Send JSON with the login of a person.' })
    const found = findPerson(directories, asked.data.login)
    if (!found) return reply.code(404).send({ message: `Nobody here is called ${asked.data.login}.` })
    if (!found.person.accountEnabled) return reply.code(403).send({ message: 'The user account is disabled.' })
    return { token: await mintSsoToken(found, signingKey) }
  })
}
