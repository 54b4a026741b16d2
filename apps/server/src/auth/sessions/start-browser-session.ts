import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthCookies } from '../flow/auth-cookies.ts'
import type { ProvedPerson, Sessions } from './session-service.ts'

type Parts = {
  request: FastifyRequest
  reply: FastifyReply
  cookies: AuthCookies
  sessions: Sessions
  person: ProvedPerson
}

/** Starts a session and gives the browser its cookie; the one that it had before ends. False for who was shut out. */
export async function startBrowserSession({ request, reply, cookies, sessions, person }: Parts): Promise<boolean> {
  const before = cookies.read(request, 'session')
  const session = await sessions.start(person, request.headers['user-agent'] ?? '')
  if (!session) return false
  cookies.write(reply, 'session', { value: session.token, expires: session.expiresAt })
  // Nobody would ever end it otherwise: the browser has forgotten it.
  if (before) await sessions.end(before, 'sessionEnded')
  return true
}

/** Renews the browser's session. False where it is not the person's, or has ended: then nothing changes. */
export async function renewBrowserSession({ request, reply, cookies, sessions, person }: Parts): Promise<boolean> {
  const session = await sessions.renew(cookies.read(request, 'session') ?? '', person)
  if (session) cookies.write(reply, 'session', { value: session.token, expires: session.expiresAt })
  return session !== null
}
