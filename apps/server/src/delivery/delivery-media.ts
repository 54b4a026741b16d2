import { routes, SENDABLE_TYPES } from '@partyline/contract'
import { serveFile } from '../media/index.ts'
import type { Media } from '../media/index.ts'
import { AppError } from '../platform/index.ts'
import type { Clock, Database, Handlers } from '../platform/index.ts'
import { fileOnItsWay, filesOf } from '../transcript/index.ts'
import { createDeliveryLinks } from './delivery-links.ts'
import type { NewClaim } from './queue-store.ts'

/** Longer than Twilio's longest validity period (10 hours): afterwards a delivery that never became final has no links. */
const MAX_AGE_MS = 12 * 60 * 60 * 1000

type Parts = { database: Database; clock: Clock; media: Pick<Media, 'open'>; publicUrl: string; secret: string }

/** Files on their way to a phone: each attempt to deliver one has its own address, which is valid until it is final. */
export function createDeliveryMedia({ database, clock, media, publicUrl, secret }: Parts) {
  const links = createDeliveryLinks({ secret })

  return {
    /** The addresses under which Twilio reads the files of a message. */
    async urls({ tenantId, messageId, id: deliveryId, postedAt }: NewClaim): Promise<string[]> {
      const files = await filesOf(database.queries, tenantId, messageId)
      return files.map(({ fileId, fileName }) => {
        const token = links.tokenFor({ tenantId, deliveryId, fileId, postedAt })
        const path = routes['media.getForTwilio'].path
          .replace('{token}', token)
          .replace('{fileName}', () => encodeURIComponent(fileName))
        return publicUrl + path
      })
    },
    routes: {
      'media.getForTwilio': async ({ params, request, reply }) => {
        const link = links.read(params.token)
        const isTooOld = !link || clock.now().getTime() - link.postedAt.getTime() > MAX_AGE_MS
        const stored = isTooOld ? null : await fileOnItsWay(database.queries, link)
        const file = stored && (await media.open(stored, null))
        if (!file) throw new AppError('not-found')
        return serveFile(request, reply, { ...file, contentType: SENDABLE_TYPES[file.contentType] ?? file.contentType })
      },
    } satisfies Partial<Handlers>,
  }
}
