const SIGN_IN_PATHS = ['/auth/signin', '/auth/error']

type Page = { origin: string; basename: string }

/** Where to go after sign-in: the requested address if it is ours and not a sign-in page, otherwise the first page. */
export function safeCallbackUrl(requested: string | null, { origin, basename }: Page): string {
  const home = new URL(basename, origin).href
  if (!requested || !URL.canParse(requested, origin)) return home
  const at = new URL(requested, origin)
  const path = basename !== '/' && at.pathname.startsWith(basename) ? at.pathname.slice(basename.length) : at.pathname
  return at.origin === origin && !SIGN_IN_PATHS.includes(path) ? at.href : home
}
