import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { jsonObject, readInput, sendInputError } from '../input/index.ts'
import type { ActivityFeeds } from './activity-feed.ts'

const installation = jsonObject('{ "installed": false }', { installed: z.boolean() })

type ForPerson = { Params: { login: string } }
type ForItem = { Params: { login: string; id: string } }

/** The app in Teams, by person, for scripts and the Teams window. */
export async function feedRoutes(app: FastifyInstance, { feeds }: { feeds: ActivityFeeds }) {
  app.setErrorHandler(sendInputError)

  app.get<ForPerson>('/sandbox/teams/:login/feed', (request) => feeds.feed(request.params.login))

  app.put<ForItem>('/sandbox/teams/:login/feed/:id/read', (request, reply) => {
    feeds.read(request.params.login, request.params.id)
    return reply.code(204).send()
  })

  app.put<ForPerson>('/sandbox/teams/:login/installation', (request) => {
    const { installed } = readInput(installation, request.body)
    feeds.setInstalled(request.params.login, installed)
    return { installed }
  })
}
