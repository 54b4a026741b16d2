import { AppError } from '../platform/index.ts'
import type { Handlers } from '../platform/index.ts'
import type { Media } from './media-service.ts'
import { serveFile } from './serve-file.ts'

export function mediaRoutes({ media }: { media: Media }) {
  return {
    // Every enabled user may read every chat of the organization, archived ones too, and so every file of it. Links to the
    // files of personal snippets are given only to their owner.
    'media.get': async ({ caller, params, query, request, reply }) => {
      const stored = await media.find(caller.tenantId, params.fileId)
      const file = stored && (await media.open(stored, query.w ?? null))
      if (!file) throw new AppError('not-found')
      return serveFile(request, reply, file)
    },
  } satisfies Partial<Handlers>
}
