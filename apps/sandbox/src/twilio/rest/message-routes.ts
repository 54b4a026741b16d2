import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Message } from '../message.ts'
import { isFinal } from '../message.ts'
import { parsePhoneNumber } from '../phone-number.ts'
import type { Twilio } from '../twilio.ts'
import { TwilioError } from '../twilio-error.ts'
import { dateFilter } from './date-filter.ts'
import { firstValues } from './form.ts'
import { noSuchResource } from './no-such-resource.ts'
import { paginate } from './paging.ts'
import { accountPath, presentFeedback, presentMessage } from './presenters.ts'

type Named = { Params: { sid: string } }

const OUTCOMES: ReadonlySet<string> = new Set(['confirmed', 'unconfirmed'])

export function messageRoutes(app: FastifyInstance, { account, store, clock }: Twilio) {
  const present = (message: Message) => presentMessage(account, message)

  function find(request: FastifyRequest<Named>) {
    const message = store.message(request.params.sid)
    if (!message) throw noSuchResource(request)
    return message
  }

  app.get('/Messages.json', (request) => {
    const query = firstValues(request.query)
    const wanted = messageFilter(query)
    const rows = {
      after: (sid: string | null) => filtered(store.messagesOlderThan(sid), wanted),
      before: (sid: string) => filtered(store.messagesNewerThan(sid), wanted),
    }
    return paginate(rows, query, { path: `${accountPath(account)}/Messages.json`, key: 'messages', present })
  })

  app.get<Named>('/Messages/:sid.json', (request) => present(find(request)))

  app.post<Named>('/Messages/:sid.json', (request) => {
    const message = find(request)
    const { Body: body, Status: status } = firstValues(request.body)
    // An empty Body redacts the text. Nothing is scheduled here, so nothing can be canceled.
    if (body !== '' || status !== undefined) throw new TwilioError(30400, 'Parameters are not valid')
    if (!isFinal(message)) throw new TwilioError(20009, 'Cannot update this resource before it is complete', 409)
    store.record({ type: 'message-changed', sid: message.sid, change: { body: '' }, at: clock.now() })
    return present(find(request))
  })

  app.post<Named>('/Messages/:sid/Feedback.json', (request, reply) => {
    const { sid } = find(request)
    const { Outcome: outcome = 'unconfirmed' } = firstValues(request.body)
    if (!OUTCOMES.has(outcome)) throw new TwilioError(20001, `Invalid Outcome: ${outcome}`)
    return reply.code(201).send(presentFeedback(account, { messageSid: sid, outcome, at: clock.now() }))
  })

  app.delete<Named>('/Messages/:sid.json', (request, reply) => {
    const message = find(request)
    if (!isFinal(message)) throw new TwilioError(20009, 'Cannot delete this resource before it is complete', 409)
    store.record({ type: 'message-deleted', sid: message.sid })
    return reply.code(204).send()
  })
}

function messageFilter(query: Record<string, string>): (message: Message) => boolean {
  const to = query['To'] && (parsePhoneNumber(query['To']) ?? query['To'])
  const from = query['From'] && (parsePhoneNumber(query['From']) ?? query['From'])
  const isInTime = dateFilter(query, 'DateSent')
  return (message) =>
    (!to || message.to === to) &&
    (!from || message.from === from) &&
    // Messages that have not been sent yet are found by the time when they were accepted.
    isInTime(message.dateSent ?? message.dateCreated)
}

function* filtered<Row>(rows: Iterable<Row>, wanted: (row: Row) => boolean) {
  for (const row of rows) if (wanted(row)) yield row
}
