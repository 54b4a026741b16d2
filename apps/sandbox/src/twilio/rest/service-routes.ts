import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MessagingService, PhoneNumber } from '../account.ts'
import { isCallbackAddress } from '../send-policy.ts'
import type { RandomHex } from '../sids.ts'
import { serviceSid } from '../sids.ts'
import type { Twilio } from '../twilio.ts'
import { TwilioError } from '../twilio-error.ts'
import { firstValues } from './form.ts'
import { noSuchResource } from './no-such-resource.ts'

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
  function keep(service: MessagingService) {
    const kept = { ...service, dateUpdated: clock.now() }
    store.record({ type: 'service-kept', service: kept })
    return kept
  }
  const present = (service: MessagingService) => presentService(account.sid, service)
  const presentNumber = (service: MessagingService, number: PhoneNumber) => ({
    account_sid: account.sid,
    capabilities: number.mms ? ['SMS', 'MMS'] : ['SMS'],
    country_code: 'US',
    date_created: isoDate(service.dateCreated),
    date_updated: isoDate(service.dateUpdated),
    phone_number: number.phoneNumber,
    service_sid: service.sid,
    sid: number.sid,
    url: `${addressOf(service)}/PhoneNumbers/${number.sid}`,
  })

  app.get('/Services', () => page('services', 'Services', store.services().map(present)))

  app.post('/Services', (request, reply) => {
    const settings = readSettings(firstValues(request.body))
    if (!settings.friendlyName) throw new TwilioError(20001, "Parameter 'FriendlyName' is required.")
    const at = clock.now()
    const blank = { useInboundWebhookOnNumber: false, inboundRequestUrl: '', numberSids: [], dateCreated: at }
    const service = {
      ...blank,
      ...settings,
      friendlyName: settings.friendlyName,
      sid: serviceSid(hex),
      dateUpdated: at,
    }
    return reply.code(201).send(present(keep(service)))
  })

  app.post<OfService>('/Services/:service', (request) =>
    present(keep({ ...find(request), ...readSettings(firstValues(request.body)) })),
  )

  app.get<OfService>('/Services/:service/PhoneNumbers', (request) => {
    const service = find(request)
    const numbers = service.numberSids.flatMap((sid) => store.number(sid) ?? [])
    const presented = numbers.map((number) => presentNumber(service, number))
    return page('phone_numbers', `Services/${service.sid}/PhoneNumbers`, presented)
  })

  app.post<OfService>('/Services/:service/PhoneNumbers', (request, reply) => {
    const service = find(request)
    const sid = firstValues(request.body)['PhoneNumberSid'] ?? ''
    const number = store.number(sid)
    if (!number || number.sid !== sid) throw new TwilioError(21703, 'Phone Number not found', 404)
    if (store.serviceOf(sid)) {
      throw new TwilioError(21710, 'Phone Number or Short Code is already in the Messaging Service.', 409)
    }
    const kept = keep({ ...service, numberSids: [...service.numberSids, sid] })
    return reply.code(201).send(presentNumber(kept, number))
  })

  app.delete<OfNumber>('/Services/:service/PhoneNumbers/:number', (request, reply) => {
    const service = find(request)
    if (!service.numberSids.includes(request.params.number)) throw noSuchResource(request)
    keep({ ...service, numberSids: service.numberSids.filter((sid) => sid !== request.params.number) })
    return reply.code(204).send()
  })
}

function readSettings(form: Record<string, string>) {
  const { FriendlyName: friendlyName, UseInboundWebhookOnNumber: defers, InboundRequestUrl: inboundRequestUrl } = form
  if (inboundRequestUrl && !isCallbackAddress(inboundRequestUrl)) {
    throw new TwilioError(21402, `InboundRequestUrl is not valid: ${inboundRequestUrl}`)
  }
  return {
    ...(friendlyName !== undefined && { friendlyName }),
    ...(defers !== undefined && { useInboundWebhookOnNumber: defers === 'true' }),
    ...(inboundRequestUrl !== undefined && { inboundRequestUrl }),
  }
}

const ROOT = 'https://messaging.twilio.com/v1'
const addressOf = ({ sid }: MessagingService) => `${ROOT}/Services/${sid}`
/** The date format of newer APIs, without fractions of a second. */
const isoDate = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')

function presentService(accountSid: string, service: MessagingService) {
  return {
    account_sid: accountSid,
    date_created: isoDate(service.dateCreated),
    date_updated: isoDate(service.dateUpdated),
    fallback_url: null,
    friendly_name: service.friendlyName,
    inbound_method: 'POST',
    inbound_request_url: service.inboundRequestUrl || null,
    sid: service.sid,
    status_callback: null,
    url: addressOf(service),
    use_inbound_webhook_on_number: service.useInboundWebhookOnNumber,
    usecase: 'undeclared',
  }
}

/** All rows on one page, in the format of newer APIs: there are only a few. */
function page(key: string, path: string, rows: object[]) {
  const url = `${ROOT}/${path}?PageSize=50&Page=0`
  const meta = { page: 0, page_size: 50, first_page_url: url, previous_page_url: null, url, next_page_url: null, key }
  return { [key]: rows, meta }
}
