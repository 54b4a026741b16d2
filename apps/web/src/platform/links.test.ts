import { describe, expect, test } from 'vitest'
import { linkTo } from './links.ts'
import { basenameOf, surfaceOf } from './surface.ts'

describe('the surface', () => {
  test.each([
    ['/', 'browser'],
    ['/admin', 'browser'],
    ['/teams-apple', 'browser'],
    ['/teams-app', 'teams'],
    ['/teams-app/admin', 'teams'],
  ])('%s is shown in the %s', (path, surface) => expect(surfaceOf(path)).toBe(surface))

  test('in Teams every link is prefixed', () => {
    expect(basenameOf('teams')).toBe('/teams-app')
    expect(basenameOf('browser')).toBe('/')
  })
})

describe('a link', () => {
  const search = '?theme=dark&locale=de&chat=c1&other=x'
  const inTeams = (path: string) => linkTo(path, { surface: 'teams', search })

  test('keeps theme, locale and chat in Teams, and nothing else', () => {
    expect(inTeams('/admin')).toBe('/admin?theme=dark&locale=de&chat=c1')
  })

  test('keeps nothing in the browser', () => {
    expect(linkTo('/admin', { surface: 'browser', search })).toBe('/admin')
  })

  test('lets the path win over what is kept', () => {
    expect(inTeams('/?chat=c2')).toBe('/?chat=c2&theme=dark&locale=de')
    expect(inTeams('/?chat=')).toBe('/?theme=dark&locale=de')
    expect(linkTo('/?chat=', { surface: 'browser', search })).toBe('/')
  })

  test('keeps the path’s own query and fragment', () => {
    expect(inTeams('/auth/signin?error=X#top')).toBe('/auth/signin?error=X&theme=dark&locale=de&chat=c1#top')
  })
})
