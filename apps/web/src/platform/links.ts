import type { Surface } from './surface.ts'

/** The query parameters that every link in Teams keeps: docs/product.md#inside-teams */
const KEPT_PARAMETERS = ['theme', 'locale', 'chat'] as const

/**
 * Adds the parameters to keep from the current address. Parameters of the path win; an empty value (`/?chat=`) drops one.
 * The router adds the prefix `/teams-app`.
 */
export function linkTo(path: string, current: { surface: Surface; search: string }): string {
  const at = new URL(path, 'https://path.invalid')
  if (current.surface === 'teams') {
    const here = new URLSearchParams(current.search)
    for (const name of KEPT_PARAMETERS) {
      const value = here.get(name)
      if (value && !at.searchParams.has(name)) at.searchParams.set(name, value)
    }
  }
  for (const name of KEPT_PARAMETERS) {
    if (at.searchParams.get(name) === '') at.searchParams.delete(name)
  }
  return at.pathname + at.search + at.hash
}
