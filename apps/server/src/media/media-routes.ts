import { AppError } from '../platform/index.ts'
import type { PlainHandlers } from '../platform/index.ts'
import type { Media } from './media-service.ts'

export function mediaRoutes({ media }: { media: Media }) {
  return {
    'media.get': async ({ params, query, reply }) => {
      const file = await media.read(params.token, query.w ?? null)
      if (!file) throw new AppError('not-found')
      return reply
        .headers({
          'content-type': file.contentType,
          'content-length': String(file.bytes.length),
          'content-disposition': disposition(file),
          'cache-control': `private, max-age=${file.secondsLeft}, immutable`,
          'x-content-type-options': 'nosniff',
          // The link is the permission: it also works in a page under another address of the app.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(Buffer.from(file.bytes))
    },
  } satisfies Partial<PlainHandlers>
}

/** RFC 6266: a plain name for old readers, the real one for all others. */
function disposition({ fileName, isInline }: { fileName: string; isInline: boolean }): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const real = encodeURIComponent(fileName).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${real}`
}
