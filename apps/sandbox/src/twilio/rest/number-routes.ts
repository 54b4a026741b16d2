import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NO_PHONE } from '../../faults/index.ts'
import type { NumberSettings, PhoneNumber } from '../account.ts'
import { newNumber } from '../account.ts'
import { parsePhoneNumber } from '../phone-number.ts'
import type { RandomHex } from '../sids.ts'
import { numberSid } from '../sids.ts'
import { isCallbackAddress } from '../send-policy.ts'
import type { Twilio } from '../twilio.ts'
import { TwilioError } from '../twilio-error.ts'
import { firstValues } from './form.ts'
import { noSuchResource } from './no-such-resource.ts'
import { paginate, rowsOf } from './paging.ts'
import { accountPath, presentNumber } from './presenters.ts'

type Named = { Params: { sid: string } }

export function numberRoutes(app: FastifyInstance, { twilio, hex }: { twilio: Twilio; hex: RandomHex }) {
  const { account, store, clock, faults } = twilio
  const present = (number: PhoneNumber) => {
    const asKept = presentNumber(account, number)
    const { sms, mms } = asKept.capabilities
    const capabilities = {
      ...asKept.capabilities,
      sms: sms && !faults.take(NO_PHONE, 'numbersWithoutSms'),
      mms: mms && !faults.take(NO_PHONE, 'numbersWithoutMms'),
    }
    return { ...asKept, capabilities }
  }

  function find(request: FastifyRequest<Named>) {
    const number = store.number(request.params.sid)
    if (!number || number.sid !== request.params.sid) throw noSuchResource(request)
    return number
  }

  app.get('/IncomingPhoneNumbers.json', (request) => {
    const query = firstValues(request.query)
    const list = { path: `${accountPath(account)}/IncomingPhoneNumbers.json`, key: 'incoming_phone_numbers', present }
    return paginate(rowsOf(store.numbers().filter(numberFilter(query))), query, list)
  })

  /** Buys a number. */
  app.post('/IncomingPhoneNumbers.json', (request, reply) => {
    const form = firstValues(request.body)
    const phoneNumber = parsePhoneNumber(form['PhoneNumber'] ?? '')
    if (phoneNumber === null) throw new TwilioError(21421, `PhoneNumber is not valid: ${form['PhoneNumber'] ?? ''}`)
    if (store.number(phoneNumber)) throw new TwilioError(21422, `PhoneNumber is not available: ${phoneNumber}`)
    const bought = { sid: numberSid(hex), friendlyName: phoneNumber, mms: true, at: clock.now() }
    const number = { ...newNumber(phoneNumber, bought), ...readSettings(form) }
    store.record({ type: 'number-bought', number })
    return reply.code(201).send(present(number))
  })

  app.get<Named>('/IncomingPhoneNumbers/:sid.json', (request) => present(find(request)))

  app.post<Named>('/IncomingPhoneNumbers/:sid.json', (request) => {
    const number = find(request)
    const change = readSettings(firstValues(request.body))
    store.record({ type: 'number-changed', sid: number.sid, change, at: clock.now() })
    return present(find(request))
  })

  app.delete<Named>('/IncomingPhoneNumbers/:sid.json', (request, reply) => {
    store.record({ type: 'number-released', sid: find(request).sid })
    return reply.code(204).send()
  })
}

/** `PhoneNumber` may be a part of the number, with `*` for any digit. */
function numberFilter(query: Record<string, string>): (number: PhoneNumber) => boolean {
  const { FriendlyName: name, PhoneNumber: written, Beta: beta, Origin: origin } = query
  const pattern = written && new RegExp(written.replaceAll(/[^\d*]/g, '').replaceAll('*', String.raw`\d`))
  return (number) =>
    (!name || number.friendlyName === name) &&
    (!pattern || pattern.test(number.phoneNumber)) &&
    beta !== 'true' &&
    (!origin || origin === 'twilio')
}

function readSettings(form: Record<string, string>): Partial<NumberSettings> {
  const friendlyName = form['FriendlyName']
  if (friendlyName !== undefined && (friendlyName === '' || friendlyName.length > 64)) {
    throw new TwilioError(20001, "Parameter 'FriendlyName' must have 1 to 64 characters.")
  }
  const settings: Partial<NumberSettings> = {}
  if (friendlyName !== undefined) settings.friendlyName = friendlyName
  if (form['SmsUrl'] !== undefined) settings.smsUrl = webhookUrl('SmsUrl', form['SmsUrl'])
  if (form['SmsMethod'] !== undefined) settings.smsMethod = webhookMethod('SmsMethod', form['SmsMethod'])
  if (form['SmsFallbackUrl'] !== undefined)
    settings.smsFallbackUrl = webhookUrl('SmsFallbackUrl', form['SmsFallbackUrl'])
  if (form['SmsFallbackMethod'] !== undefined) {
    settings.smsFallbackMethod = webhookMethod('SmsFallbackMethod', form['SmsFallbackMethod'])
  }
  if (form['SmsApplicationSid'] !== undefined) settings.smsApplicationSid = applicationSid(form['SmsApplicationSid'])
  return settings
}

function applicationSid(sid: string) {
  if (sid !== '' && !/^AP[\da-f]{32}$/i.test(sid)) throw new TwilioError(21218, `Invalid ApplicationSid: ${sid}`)
  return sid
}

export function webhookUrl(name: string, url: string) {
  if (url !== '' && !isCallbackAddress(url)) throw new TwilioError(21402, `${name} is not valid: ${url}`)
  return url
}

export function webhookMethod(name: string, method: string) {
  const upper = method.toUpperCase()
  if (upper !== 'GET' && upper !== 'POST') throw new TwilioError(21403, `${name} is not valid: ${method}`)
  return upper
}
