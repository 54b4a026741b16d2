import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Media } from '../message.ts'
import { phoneOf } from '../message.ts'
import type { Twilio } from '../twilio.ts'
import { signedCdnUrl } from './cdn-routes.ts'
import { dateFilter } from './date-filter.ts'
import { firstValues } from './form.ts'
import { noSuchResource } from './no-such-resource.ts'
import { paginate, rowsOf } from './paging.ts'
import { accountPath, presentMedia } from './presenters.ts'

type OfMessage = { Params: { message: string } }
type OfMedia = { Params: { message: string; media: string } }

export function mediaRoutes(app: FastifyInstance, { account, store, clock, faults }: Twilio) {
  const present = (media: Media) => presentMedia(account, media)

  function find(request: FastifyRequest<OfMedia>) {
    const media = store.media(request.params.media)
    if (media?.messageSid !== request.params.message) throw noSuchResource(request)
    return media
  }

  app.get<OfMessage>('/Messages/:message/Media.json', (request) => {
    const message = store.message(request.params.message)
    if (!message) throw noSuchResource(request)
    const query = firstValues(request.query)
    const isInTime = dateFilter(query, 'DateCreated')
    const rows = rowsOf(store.mediaOf(message.sid).filter(({ dateCreated }) => isInTime(dateCreated)))
    const path = `${accountPath(account)}/Messages/${message.sid}/Media.json`
    return paginate(rows, query, { path, key: 'media_list', present })
  })

  app.get<OfMedia>('/Messages/:message/Media/:media.json', (request) => present(find(request)))

  // Without `.json`, the API returns the bytes themselves, which are on the CDN.
  app.get<OfMedia>('/Messages/:message/Media/:media', (request, reply) => {
    const media = find(request)
    const message = store.message(media.messageSid)
    if (message && faults.take(phoneOf(message), 'mediaNotFound')) throw noSuchResource(request)
    return reply.redirect(signedCdnUrl(account, media, clock.now()), 307)
  })

  const remove = (request: FastifyRequest<OfMedia>) => store.record({ type: 'media-deleted', sid: find(request).sid })

  app.delete<OfMedia>('/Messages/:message/Media/:media.json', (request, reply) => {
    remove(request)
    return reply.code(204).send()
  })
}
