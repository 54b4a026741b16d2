import path from 'node:path'
import type { Plugin } from 'vite'

const ABOUT_CALLERS = /,?\s*(?:access|scope|answer): '\w+'|,?\s*alsoByCookie: true/g
/** Calls of programs, and pages that the browser opens by a link. */
const OF_OTHERS =
  /^ {2}'(?:webhooks|health|media)\.\w+': \{(?:.+\}|[^]*?\n {2}\}),\n|^ {2}'auth\.(?:updateSession|signInPageOf|callback|signOutPage)': .+\n/gm
/** Calls of Admins, and of screens that are rarely the first. */
const LATER = /access: 'admin'|'(?:contactImports|contactViews|marketplace|reports|sessions)\./
const CALL = /^ {2}'\w+\.\w+': \{(?:.+\}|[^]*?\n {2}\}),\n/gm

/**
 * The first load has the addresses of the browser's calls, except those that few people make, which `all-routes.ts` has.
 * Neither has who may make a call, which only the server asks.
 */
export function addressesOnly(): Plugin {
  return {
    name: 'addresses-only',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== '@partyline/contract' || !importer?.endsWith('/platform/all-routes.ts')) return null
      const contract = await this.resolve(source, importer, { skipSelf: true })
      return contract && path.join(path.dirname(contract.id), 'routes.ts?all')
    },
    transform(code, id) {
      const file = /\/packages\/contract\/src\/routes\.ts(\?all)?$/.exec(id)
      if (file === null) return null
      const ofBrowser = code.replaceAll(OF_OTHERS, '')
      const isWhole = file[1] !== undefined
      const wanted = isWhole ? ofBrowser : ofBrowser.replaceAll(CALL, (call) => (LATER.test(call) ? '' : call))
      return { code: wanted.replaceAll(ABOUT_CALLERS, ''), map: null }
    },
  }
}
