import { serveFile } from '../media/index.ts'
import type { Handlers } from '../platform/index.ts'
import type { Archives } from './archives-service.ts'

export function archiveRoutes({ archives }: { archives: Archives }) {
  return {
    'archives.list': ({ caller }) => archives.list(caller.tenantId),
    'archives.start': ({ caller, body }) => archives.start(caller, body),
    'archives.download': async ({ caller, params: { archiveId, part }, request, reply }) => {
      const file = await archives.open(caller, archiveId, part)
      return serveFile(request, reply, {
        ...file,
        // Recorded before bytes are sent, so that no download is missing in the log.
        beforeSending: () => archives.recordDownload(caller, archiveId, part),
      })
    },
    'archives.delete': async ({ caller, params }) => {
      await archives.remove(caller, params.archiveId)
      return undefined
    },
  } satisfies Partial<Handlers>
}
