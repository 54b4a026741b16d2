import type { FastifyInstance } from 'fastify'
import type { Directory, Person } from '../directories/index.ts'
import { GRAPH_RESOURCE, type SigningKey } from '../entra/index.ts'
import type { ActivityFeeds } from '../teams/index.ts'
import { createBearerCheck, requireRight, type Caller } from './bearer.ts'
import { cutOff, errorBody, GraphError, Throttled } from './graph-error.ts'
import { selectProperties, toGraphUser } from './graph-user.ts'
import { createSendLimit, sendActivity } from './send-activity.ts'
import { queryUsersDelta, TrackingReset } from './users-delta.ts'
import { queryUsers } from './users-query.ts'

type GraphOptions = {
  directories: readonly Directory[]
  signingKey: SigningKey
  feeds: ActivityFeeds
  /** Milliseconds since 1970. */
  now: () => number
}

const THROTTLED_SECONDS = 10
const READS_USERS = ['User.ReadBasic.All', 'User.Read.All']

/** Microsoft Graph's users and their activity feeds in Teams, under `/v1.0`. */
export async function graphPlugin(app: FastifyInstance, options: GraphOptions): Promise<void> {
  const { directories, signingKey, feeds, now } = options
  const check = createBearerCheck(directories, signingKey)
  const countSend = createSendLimit(now)

  async function callerOf(authorization: string | undefined): Promise<Caller> {
    const caller = await check(authorization)
    const { graphFault } = caller.directory
    if (graphFault === 'throttled') throw new Throttled(THROTTLED_SECONDS)
    if (graphFault === 'failing') throw new GraphError(500, 'InternalServerError', 'An error occurred.')
    return caller
  }

  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof GraphError)) throw error
    if (error instanceof Throttled) void reply.header('retry-after', String(error.retryAfter))
    if (error instanceof TrackingReset) void reply.header('location', error.location)
    return reply.code(error.status).send(errorBody(error))
  })

  app.get('/v1.0/me', async (request) => {
    const caller = await callerOf(request.headers.authorization)
    if (!caller.personId) {
      throw new GraphError(400, 'BadRequest', '/me request is only valid with delegated authentication flow.')
    }
    requireRight(caller, 'User.Read', ...READS_USERS)
    return answerOne(personNamed(caller, caller.personId), queryOf(request.url))
  })

  app.get('/v1.0/users', async (request) => {
    const caller = await callerOf(request.headers.authorization)
    requireRight(caller, ...READS_USERS)
    const isEventual = String(request.headers.consistencylevel).toLowerCase() === 'eventual'
    const query = queryOf(request.url)
    const { people, graphFault } = caller.directory
    if (graphFault === 'cutOff' && query.has('$skiptoken')) throw cutOff()
    return queryUsers(graphFault === 'empty' ? [] : people.map(toGraphUser), query, isEventual)
  })

  app.get('/v1.0/users/delta', async (request) => {
    const caller = await callerOf(request.headers.authorization)
    requireRight(caller, ...READS_USERS)
    return queryUsersDelta(caller.directory, queryOf(request.url), now())
  })

  app.get<{ Params: { id: string } }>('/v1.0/users/:id', async (request) => {
    const caller = await callerOf(request.headers.authorization)
    requireRight(caller, ...READS_USERS)
    return answerOne(personNamed(caller, request.params.id), queryOf(request.url))
  })

  app.post<{ Params: { id: string } }>('/v1.0/users/:id/teamwork/sendActivityNotification', async (request, reply) => {
    const caller = await callerOf(request.headers.authorization)
    countSend(caller)
    const { id } = personNamed(caller, request.params.id)
    sendActivity(feeds, { caller, recipientId: id, body: request.body })
    return reply.code(204).send()
  })
}

function queryOf(url: string): URLSearchParams {
  return new URL(url, GRAPH_RESOURCE).searchParams
}

function answerOne(person: Person, query: URLSearchParams) {
  const select = query.get('$select') ?? undefined
  const context = { '@odata.context': `${GRAPH_RESOURCE}/v1.0/$metadata#users${select ? `(${select})` : ''}/$entity` }
  return { ...context, ...selectProperties(toGraphUser(person), select) }
}

/** By object id or user principal name, within the caller's own directory. */
function personNamed({ directory }: Caller, idOrLogin: string): Person {
  const person = directory.people.find(({ id, login }) => id === idOrLogin || login === idOrLogin.toLowerCase())
  if (person) return person
  throw new GraphError(
    404,
    'Request_ResourceNotFound',
    `Resource '${idOrLogin}' does not exist or one of its queried reference-property objects are not present.`,
  )
}
