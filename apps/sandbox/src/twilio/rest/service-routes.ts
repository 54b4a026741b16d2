import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MessagingService, PhoneNumber } from '../account.ts'
import { NEW_SERVICE } from '../account.ts'
import type { RandomHex } from '../sids.ts'
import { serviceSid } from '../sids.ts'
import type { Twilio } from '../twilio.ts'
import { TwilioError } from '../twilio-error.ts'
import { firstValues } from './form.ts'
import { noSuchResource } from './no-such-resource.ts'
import { webhookMethod, webhookUrl } from './number-routes.ts'
import { paginateWithMeta, rowsOf } from './paging.ts'
import { presentService, presentServiceNumber, resourceName, servicesUrl } from './presenters.ts'

type OfService = { Params: { service: string } }
type OfNumber = { Params: { service: string; number: string } }

/** Messaging Services (messaging.twilio.com/v1), as far as they route texts to numbers. */
export function serviceRoutes(app: FastifyInstance, { twilio, hex }: { twilio: Twilio; hex: RandomHex }) {
  const { account, store, clock } = twilio

  function find(request: FastifyRequest<OfService>): MessagingService {
    const service = store.services().find(({ sid }) => sid === request.params.service)
    if (!service) throw noSuchResource(request)
    return service
  }
  function findNumber(request: FastifyRequest<OfNumber>): { service: MessagingService; number: PhoneNumber } {
    const service = find(request)
    const number = numbersOf(service).find(({ sid }) => sid === request.params.number)
    if (!number) throw noSuchResource(request)
    return { service, number }
  }
  function keep(service: MessagingService) {
    const kept = { ...service, dateUpdated: clock.now() }
    store.record({ type: 'service-kept', service: kept })
    return kept
  }
  const numbersOf = (service: MessagingService) => service.numberSids.flatMap((sid) => store.number(sid) ?? [])
  const present = (service: MessagingService) => presentService(account, service)
  const presentNumber = (service: MessagingService, number: PhoneNumber) =>
    presentServiceNumber(account, { service, number })

  app.get('/Services', (request) => {
    const list = { path: servicesUrl, key: 'services', present }
    return paginateWithMeta(rowsOf(store.services()), firstValues(request.query), list)
  })

  app.post('/Services', (request, reply) => {
    const form = firstValues(request.body)
    const friendlyName = required(form, 'FriendlyName')
    const at = clock.now()
    const created = { ...NEW_SERVICE, sid: serviceSid(hex), friendlyName, dateCreated: at, dateUpdated: at }
    return reply.code(201).send(present(keep(withSettings(created, form))))
  })

  app.get<OfService>('/Services/:service', (request) => present(find(request)))

  app.post<OfService>('/Services/:service', (request) =>
    present(keep(withSettings(find(request), firstValues(request.body)))),
  )

  app.delete<OfService>('/Services/:service', (request, reply) => {
    store.record({ type: 'service-deleted', sid: find(request).sid })
    return reply.code(204).send()
  })

  app.get<OfService>('/Services/:service/PhoneNumbers', (request) => {
    const service = find(request)
    const list = {
      path: `${servicesUrl}/${service.sid}/PhoneNumbers`,
      key: 'phone_numbers',
      present: (number: PhoneNumber) => presentNumber(service, number),
    }
    return paginateWithMeta(rowsOf(numbersOf(service)), firstValues(request.query), list)
  })

  app.post<OfService>('/Services/:service/PhoneNumbers', (request, reply) => {
    const service = find(request)
    const sid = required(firstValues(request.body), 'PhoneNumberSid')
    const number = store.number(sid)
    if (!number || number.sid !== sid) throw new TwilioError(21703, 'Phone Number not found', 404)
    const owner = store.serviceOf(sid)
    if (owner?.sid === service.sid) {
      throw new TwilioError(21710, 'Phone Number or Short Code is already in the Messaging Service.', 409)
    }
    if (owner) {
      throw new TwilioError(21712, 'Phone Number or Short Code is associated with another Messaging Service.', 409)
    }
    const kept = keep({ ...service, numberSids: [...service.numberSids, sid] })
    return reply.code(201).send(presentNumber(kept, number))
  })

  app.get<OfNumber>('/Services/:service/PhoneNumbers/:number', (request) => {
    const { service, number } = findNumber(request)
    return presentNumber(service, number)
  })

  app.delete<OfNumber>('/Services/:service/PhoneNumbers/:number', (request, reply) => {
    const { service, number } = findNumber(request)
    keep({ ...service, numberSids: service.numberSids.filter((sid) => sid !== number.sid) })
    return reply.code(204).send()
  })
}

function required(form: Record<string, string>, name: string): string {
  const value = form[name]
  if (!value) throw new TwilioError(20001, `Missing required parameter ${name} in the post body`)
  return value
}

const SCANS: ReadonlySet<string> = new Set(['inherit', 'enable', 'disable'])

/** The service with the settings in the form. */
function withSettings(service: MessagingService, form: Record<string, string>): MessagingService {
  /** Reads a setting if the form has it. */
  function read<Value>(name: string, kept: Value, parse: (name: string, written: string) => Value): Value {
    const written = form[name]
    return written === undefined ? kept : parse(name, written)
  }
  const features = Object.entries(service.features).map(([name, kept]) => [name, read(resourceName(name), kept, flag)])
  return {
    ...service,
    friendlyName: read('FriendlyName', service.friendlyName, friendlyName),
    useInboundWebhookOnNumber: read('UseInboundWebhookOnNumber', service.useInboundWebhookOnNumber, flag),
    inboundRequestUrl: read('InboundRequestUrl', service.inboundRequestUrl, webhookUrl),
    inboundMethod: read('InboundMethod', service.inboundMethod, webhookMethod),
    fallbackUrl: read('FallbackUrl', service.fallbackUrl, webhookUrl),
    fallbackMethod: read('FallbackMethod', service.fallbackMethod, webhookMethod),
    statusCallback: read('StatusCallback', service.statusCallback, webhookUrl),
    features: Object.fromEntries(features) as MessagingService['features'],
    scanMessageContent: read('ScanMessageContent', service.scanMessageContent, scan),
    usecase: read('Usecase', service.usecase, (_name, written) => written),
    validityPeriod: read('ValidityPeriod', service.validityPeriod, seconds),
  }
}

const invalid = (name: string, written: string) => new TwilioError(20001, `Invalid ${name}: ${written}`)

function friendlyName(name: string, written: string) {
  if (written === '' || written.length > 64) throw invalid(name, written)
  return written
}

function flag(name: string, written: string) {
  if (written !== 'true' && written !== 'false') throw invalid(name, written)
  return written === 'true'
}

function scan(name: string, written: string) {
  if (!SCANS.has(written)) throw invalid(name, written)
  return written
}

function seconds(name: string, written: string) {
  const value = Number(written)
  if (!Number.isInteger(value) || value < 1 || value > 36_000) throw invalid(name, written)
  return value
}
