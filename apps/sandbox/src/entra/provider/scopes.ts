import { GRAPH_RESOURCE, GRAPH_SCOPES } from '../app-registration.ts'

/** Entra accepts Graph's scopes by full or short names, and `/.default` for everything that was consented to. */
export function plainScopes(scope: string): string {
  return scope
    .split(' ')
    .flatMap((name) => {
      if (name === `${GRAPH_RESOURCE}/.default`) return GRAPH_SCOPES
      return name.startsWith(`${GRAPH_RESOURCE}/`) ? [name.slice(GRAPH_RESOURCE.length + 1)] : [name]
    })
    .join(' ')
}
