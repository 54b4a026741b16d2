import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthCookies } from '../flow/auth-cookies.ts'
import type { Admit, ProvedPerson, Sessions } from './session-service.ts'

type Parts = {
  request: FastifyRequest
  reply: FastifyReply
  cookies: AuthCookies
  sessions: Sessions
  person: ProvedPerson
  admit: Admit
}

/** Starts a session and gives the browser its cookie. The session that it had before ends. False: they may not come in. */
export async function startBrowserSession(parts: Parts): Promise<boolean> {
  const { request, reply, cookies, sessions, person, admit } = parts
  const formerToken = cookies.read(request, 'session')
  const session = await sessions.start(person, request.headers['user-agent'] ?? '', { admit, formerToken })
  if (session) cookies.write(reply, 'session', { value: session.token, expires: session.expiresAt })
  return session !== null
}

/** Renews the browser's session. False, without a change, if it is not the person's or has ended. */
export async function renewBrowserSession(parts: Parts): Promise<boolean> {
  const { request, reply, cookies, sessions, person, admit } = parts
  const session = await sessions.renew(cookies.read(request, 'session') ?? '', person, admit)
  if (session) cookies.write(reply, 'session', { value: session.token, expires: session.expiresAt })
  return session !== null
}
