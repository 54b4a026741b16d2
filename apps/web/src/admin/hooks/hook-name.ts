import type { Hook } from '@partyline/contract'

/** The host of a webhook, with the path if others have the same host, as flows of Power Automate do. */
export function hookName({ url }: Pick<Hook, 'url'>, hooks: readonly Pick<Hook, 'url'>[]): string {
  const { host, pathname } = new URL(url)
  return hooks.filter((hook) => new URL(hook.url).host === host).length > 1 ? `${host}${pathname}` : host
}
