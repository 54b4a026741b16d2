const SIGN_IN_PATHS = ['/auth/signin', '/auth/error']

type Page = { origin: string; basename: string }

/**
 * Where to go after the sign-in: the wanted address where it is ours, else the first page. A sign-in page is never
 * where somebody wanted to go.
 */
export function safeCallbackUrl(wanted: string | null, { origin, basename }: Page): string {
  const home = new URL(basename, origin).href
  if (!wanted || !URL.canParse(wanted, origin)) return home
  const at = new URL(wanted, origin)
  const path = basename !== '/' && at.pathname.startsWith(basename) ? at.pathname.slice(basename.length) : at.pathname
  return at.origin === origin && !SIGN_IN_PATHS.includes(path) ? at.href : home
}
