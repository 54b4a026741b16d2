import type { FastifyInstance } from 'fastify'
import type { MessagingService, PhoneNumber } from '../account.ts'
import { isTollFree } from '../phone-number.ts'
import type { Twilio } from '../twilio.ts'
import { TwilioError } from '../twilio-error.ts'
import { firstValues } from './form.ts'
import { noSuchResource } from './no-such-resource.ts'
import { paginateWithMeta, rowsOf } from './paging.ts'
import { campaignSid, presentCampaign, presentVerification, servicesUrl, verificationsUrl } from './presenters.ts'

/** A2P 10DLC campaigns and toll-free verifications, as far as they can be read. */
export function registrationRoutes(app: FastifyInstance, { account, store, registrations }: Twilio) {
  app.get<{ Params: { service: string } }>('/Services/:service/Compliance/Usa2p', (request) => {
    const service = store.services().find(({ sid }) => sid === request.params.service)
    if (!service) throw noSuchResource(request)
    const status = registrations.campaignStatus(service)
    const rows = status === null ? [] : [{ sid: campaignSid(service), service, status }]
    const list = {
      path: `${servicesUrl}/${service.sid}/Compliance/Usa2p`,
      key: 'compliance',
      present: (campaign: { service: MessagingService; status: string }) => presentCampaign(account, campaign),
    }
    return paginateWithMeta(rowsOf(rows), firstValues(request.query), list)
  })

  app.get('/Tollfree/Verifications', (request) => {
    const query = firstValues(request.query)
    const { Status: wanted, TollfreePhoneNumberSid: of } = query
    if (of && !/^PN[\da-f]{32}$/i.test(of)) throw new TwilioError(20001, `Invalid TollfreePhoneNumberSid: ${of}`)
    const rows = store.numbers().flatMap((number) => {
      const status = isTollFree(number.phoneNumber) ? registrations.verificationStatus(number) : null
      const isWanted = status !== null && (!wanted || status === wanted) && (!of || number.sid === of)
      return isWanted ? [{ sid: number.sid, number, status }] : []
    })
    const list = {
      path: verificationsUrl,
      key: 'verifications',
      present: (verification: { number: PhoneNumber; status: string }) => presentVerification(account, verification),
    }
    return paginateWithMeta(rowsOf(rows), query, list)
  })
}
