import type { Handlers } from '../platform/index.ts'
import type { HookSettings } from './hooks-service.ts'

export function hookRoutes({ hooks }: { hooks: HookSettings }) {
  return {
    'hooks.list': ({ caller }) => hooks.list(caller.tenantId),
    'hooks.create': ({ caller, body }) => hooks.add(caller, body),
    'hooks.update': ({ caller, params, body }) => hooks.change(caller, params.hookId, body),
    'hooks.delete': async ({ caller, params }) => {
      await hooks.remove(caller, params.hookId)
      return undefined
    },
    'hooks.rotate': ({ caller, params }) => hooks.rotate(caller, params.hookId),
    'hooks.test': ({ caller, params }) => hooks.test(caller, params.hookId),
    'hooks.events': ({ caller, params, query }) => hooks.events(caller, params.hookId, query),
    'hooks.replay': ({ caller, params }) => hooks.replay(caller, params.hookId, params.hookEventId),
    'hooks.replayAll': async ({ caller, params, body }) => ({
      count: await hooks.replayAll(caller, params.hookId, new Date(body.since)),
    }),
  } satisfies Partial<Handlers>
}
