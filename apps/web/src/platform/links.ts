import type { Surface } from './surface.ts'

/** The query parameters that stay on every link in Teams, decisions 11.10. */
const KEPT_PARAMETERS = ['theme', 'locale', 'chat'] as const

/**
 * Adds what has to be kept of the current address to a path. What the path itself names wins; an empty value
 * (`/?chat=`) drops the parameter. The router puts the prefix `/teams-app` before it.
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
