import type { Handlers } from '../platform/index.ts'
import type { Snippets } from './snippets-service.ts'

export function snippetRoutes({ snippets }: { snippets: Snippets }) {
  return {
    'snippets.list': ({ caller }) => snippets.list(caller),
    'snippets.create': ({ caller, body }) => snippets.add(caller, body),
    'snippets.update': ({ caller, params, body }) => snippets.change(caller, params.snippetId, body),
    'snippets.delete': async ({ caller, params }) => {
      await snippets.remove(caller, params.snippetId)
      return undefined
    },
  } satisfies Partial<Handlers>
}
