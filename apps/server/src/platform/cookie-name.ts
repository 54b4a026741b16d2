/** next-auth's names; with https, they have the prefix that keeps other sites and subdomains from setting them. */
const NAMES = {
  session: 'next-auth.session-token',
  callbackUrl: 'next-auth.callback-url',
  csrf: 'next-auth.csrf-token',
  state: 'next-auth.state',
  nonce: 'next-auth.nonce',
  pkce: 'next-auth.pkce.code_verifier',
}
export type AuthCookie = keyof typeof NAMES

const TEAMS_SUFFIX = '.teams'

export function cookieName(
  cookie: AuthCookie,
  { isSecure, isFramed = false }: { isSecure: boolean; isFramed?: boolean },
) {
  const name = NAMES[cookie] + (isFramed ? TEAMS_SUFFIX : '')
  if (!isSecure) return name
  return `${cookie === 'csrf' ? '__Host-' : '__Secure-'}${name}`
}
