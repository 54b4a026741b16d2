import { ERRORS } from '@partyline/contract'
import type { Session } from '@partyline/contract'
import type { SessionBroadcast } from '../session-broadcast.ts'
import { createSessionStore } from '../session-store.ts'

/** A response of the test network: a session, no session, a status, a busy server, or a network failure. */
export type Answer = Session | 'nobody' | number | 'busy' | 'unreachable'

export function sessionOf(name: string, token = `token of ${name}`): Session {
  const user = {
    id: name,
    name,
    email: null,
    tenantId: 'tenant',
    sessionId: `session of ${name}`,
    accessToken: token,
    accessTokenExpires: '2026-11-21T10:10:00.000Z',
  }
  return { user, expires: '2026-12-21T10:00:00.000Z', renewBy: '2027-02-19T10:00:00.000Z' } as Session
}

/** A session store with a network and a clock that the test controls. */
export function storeOn(...answers: Answer[]) {
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') }
  const sent: string[] = []
  const reports: string[] = []
  let requests = 0
  let tabs: (() => void)[] = []

  const broadcast: SessionBroadcast = {
    send: (trigger) => void sent.push(trigger),
    subscribe(listener) {
      tabs.push(listener)
      return () => void (tabs = tabs.filter((one) => one !== listener))
    },
  }
  const network: typeof fetch = async () => {
    requests += 1
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === undefined || answer === 'unreachable') throw new TypeError('Failed to fetch')
    // A page that is not ours, or an error without a reason.
    if (typeof answer === 'number') return new Response(answer === 200 ? '' : '{}', { status: answer })
    if (answer === 'busy') {
      const { status, message } = ERRORS.unavailable
      return Response.json({ error: 'unavailable', message }, { status })
    }
    return Response.json(answer === 'nobody' ? {} : answer)
  }
  const store = createSessionStore({
    fetch: network,
    now: () => clock.now,
    broadcast,
    report: ({ code }) => void reports.push(code),
  })
  return {
    store,
    broadcast,
    clock,
    sent,
    reports,
    requests: () => requests,
    hearOtherTab: () => tabs.forEach((hear) => hear()),
    listeners: () => tabs.length,
    status: () => store.current().status,
  }
}
