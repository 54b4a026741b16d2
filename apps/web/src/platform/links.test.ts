import { describe, expect, test } from 'vitest'
import { linkTo } from './links.ts'
import { basenameOf, surfaceOf } from './surface.ts'

describe('surface', () => {
  test.each([
    ['/', 'browser'],
    ['/admin', 'browser'],
    ['/teams-apple', 'browser'],
    ['/teams-app', 'teams'],
    ['/teams-app/admin', 'teams'],
  ])('of %s is %s', (path, surface) => expect(surfaceOf(path)).toBe(surface))

  test('determines the basename', () => {
    expect(basenameOf('teams')).toBe('/teams-app')
    expect(basenameOf('browser')).toBe('/')
  })
})

describe('link', () => {
  const search = '?theme=dark&locale=de&chat=c1&other=x'
  const inTeams = (path: string) => linkTo(path, { surface: 'teams', search })

  test('keeps only theme, locale, and chat of the query in Teams', () => {
    expect(inTeams('/admin')).toBe('/admin?theme=dark&locale=de&chat=c1')
  })

  test('keeps nothing of the query in the browser', () => {
    expect(linkTo('/admin', { surface: 'browser', search })).toBe('/admin')
  })

  test('prefers the path’s query to the kept parameters', () => {
    expect(inTeams('/?chat=c2')).toBe('/?chat=c2&theme=dark&locale=de')
    expect(inTeams('/?chat=')).toBe('/?theme=dark&locale=de')
    expect(linkTo('/?chat=', { surface: 'browser', search })).toBe('/')
  })

  test('keeps the path’s own query and fragment', () => {
    expect(inTeams('/auth/signin?error=X#top')).toBe('/auth/signin?error=X&theme=dark&locale=de&chat=c1#top')
  })
})
