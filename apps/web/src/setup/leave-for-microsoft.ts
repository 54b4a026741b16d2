import type { Surface } from '../platform/surface.ts'

/** Goes to a page of Microsoft. It refuses to be framed, so that in Teams it opens beside. */
export function leaveForMicrosoft(url: string, surface: Surface): void {
  if (surface === 'teams') window.open(url, '_blank', 'noopener')
  else location.assign(url)
}
