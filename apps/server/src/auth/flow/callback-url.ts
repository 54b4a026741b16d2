/** Longer ones do not fit into a cookie. */
const MOST_CHARACTERS = 2_000

/**
 * Where to go after a sign-in: always an address of `publicUrl`'s origin. Null for what is not an address of the web at
 * all; an address of another site becomes our own start page.
 */
export function callbackUrlOf(given: unknown, publicUrl: string): string | null {
  if (typeof given !== 'string' || given.length > MOST_CHARACTERS) return null
  const { origin } = new URL(publicUrl)
  // A path is put behind the origin, never resolved against it: //evil.example stays a path of ours.
  const url = URL.parse(given.startsWith('/') ? origin + given : given)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const isOurs = url.origin === origin && !url.username && !url.password
  return isOurs && url.href !== `${origin}/` ? url.href : origin
}
