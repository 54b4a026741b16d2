import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AREAS, chooseTests } from './changed-tests.ts'

const BROWSER_TESTS = globSync('e2e/{looks,tests}/*.test.ts')

const CONTENTS: Record<string, string> = {
  'apps/server/src/snippets/snippets-service.ts': '',
  'apps/server/src/snippets/snippets-routes.ts': "'snippets.list': () => snippets.list()",
  'apps/server/src/snippets/snippets.test.ts': '',
  'apps/server/src/platform/limits.ts': '',
  'apps/server/src/platform/limits.test.ts': '',
  'apps/server/tests/access.test.ts': "get('snippets.list')",
  'apps/server/tests/backup.test.ts': "get('chats.get')",
  'apps/web/src/snippets/snippet-list.tsx': '',
  'apps/web/src/snippets/words.test.ts': '',
  'apps/web/src/core/clock.ts': '',
  'e2e/looks/look.ts': '',
  'e2e/looks/snippets.test.ts': "import { test } from './look.ts'",
  'e2e/looks/arrange.ts': "import { look } from './look.ts'",
  'e2e/pages/snippets.ts': '',
  'e2e/tests/snippets.test.ts': "import { snippets } from '../pages/snippets.ts'",
  'e2e/tests/list.test.ts': '',
  'packages/contract/src/snippets.ts': '',
  'packages/contract/src/contract.test.ts': '',
  'packages/contract/src/z.ts': '',
  'tools/demo.ts': '',
  'tools/doc-links.test.ts': '',
}
const choose = (...changed: string[]) =>
  chooseTests(changed, { files: Object.keys(CONTENTS), read: (file) => CONTENTS[file] ?? '' })
const NONE = { tests: [], related: [], scenes: [], journeys: [], unsure: [] }
const SNIPPETS = ['apps/server/src/snippets/snippets.test.ts', 'apps/server/tests/access.test.ts']

test('a file of the server’s domain can break the tests in it, those that call it, and its journeys', () => {
  const journeys = ['e2e/tests/snippets.test.ts']
  expect(choose('apps/server/src/snippets/snippets-service.ts')).toEqual({ ...NONE, tests: SNIPPETS, journeys })
})

test('a component can break tests that import it, and the scenes and journeys of its area', () => {
  const related = ['apps/web/src/snippets/snippet-list.tsx']
  const browser = { scenes: ['e2e/looks/snippets.test.ts'], journeys: ['e2e/tests/snippets.test.ts'] }
  expect(choose(...related)).toEqual({ ...NONE, related, ...browser })
})

test('a field of the contract can break its area in the server and in the web app', () => {
  expect(choose('packages/contract/src/snippets.ts')).toEqual({
    ...NONE,
    tests: [...SNIPPETS, 'apps/web/src/snippets/words.test.ts', 'packages/contract/src/contract.test.ts'],
    scenes: ['e2e/looks/snippets.test.ts'],
    journeys: ['e2e/tests/snippets.test.ts'],
  })
})

test('a test runs by itself, and a helper of browser tests with those that import it', () => {
  expect(choose('e2e/tests/list.test.ts')).toEqual({ ...NONE, journeys: ['e2e/tests/list.test.ts'] })
  expect(choose('e2e/pages/snippets.ts')).toEqual({ ...NONE, journeys: ['e2e/tests/snippets.test.ts'] })
})

test.each(['package.json', 'e2e/looks/look.ts', 'apps/server/tests/harness.ts'])('%s may break anything', (file) => {
  expect(choose(file)).toEqual({ ...NONE, unsure: [file] })
})

test('what everything uses may break anything besides its own tests', () => {
  const limits = 'apps/server/src/platform/limits.ts'
  expect(choose(limits)).toEqual({ ...NONE, tests: ['apps/server/src/platform/limits.test.ts'], unsure: [limits] })
  const z = 'packages/contract/src/z.ts'
  expect(choose(z)).toEqual({ ...NONE, tests: ['packages/contract/src/contract.test.ts'], unsure: [z] })
  const clock = 'apps/web/src/core/clock.ts'
  expect(choose(clock)).toEqual({ ...NONE, related: [clock], unsure: [clock] })
})

test('tools and documents have their own tests; a deleted file has none left', () => {
  expect(choose('tools/demo.ts')).toEqual({ ...NONE, related: ['tools/demo.ts'] })
  expect(choose('README.md')).toEqual({ ...NONE, tests: ['tools/doc-links.test.ts'] })
  expect(choose('tools/deleted.ts', 'apps/server/src/snippets/deleted.test.ts')).toEqual(NONE)
})

test('the areas name what exists', () => {
  const names = AREAS.flatMap(({ server = [], web = [], contract = [] }) => [
    ...server.map((folder) => `apps/server/src/${folder}`),
    ...web.map((folder) => `apps/web/src/${folder}`),
    ...contract.map((name) => `packages/contract/src/${name}.ts`),
  ])
  expect(names.filter((name) => !existsSync(name))).toEqual([])
  const playsIn = (browser: RegExp) => BROWSER_TESTS.some((file) => browser.test(path.basename(file)))
  expect(AREAS.filter(({ browser }) => !playsIn(browser))).toEqual([])
})

test('the calls of a domain are found in its files', () => {
  const repository = {
    files: globSync('apps/server/**/*.ts', { exclude: ['**/node_modules/**'] }),
    read: (file: string) => readFileSync(file, 'utf8'),
  }
  const { tests } = chooseTests(['apps/server/src/snippets/snippets-service.ts'], repository)
  expect(tests).toContain('apps/server/tests/twin-tenant.test.ts')
  expect(tests).not.toContain('apps/server/tests/backup.test.ts')
})
