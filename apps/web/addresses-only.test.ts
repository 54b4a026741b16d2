import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { routes } from '@partyline/contract'
import { expect, test } from 'vitest'
import { addressesOnly } from './addresses-only.ts'

const ROUTES = path.resolve(import.meta.dirname, '../../packages/contract/src/routes.ts')
const { transform } = addressesOnly() as { transform: (code: string, id: string) => { code: string } | null }
const source = readFileSync(ROUTES, 'utf8')
const namesIn = (text: string) => [...text.matchAll(/^ {2}'(\w+\.\w+)': \{/gm)].map(([, name = '']) => name)
const namesMissing = (code: string) => {
  const left = new Set(namesIn(code))
  return namesIn(source).filter((name) => !left.has(name))
}
const files = globSync(path.join(import.meta.dirname, 'src/**/*.{ts,tsx}')).filter((file) => !/\.test\./.test(file))
const texts = files.map((file) => readFileSync(file, 'utf8'))
const webApp = texts.join('\n')
const withFirstLoad = texts.filter((text) => !/from '.+\/platform\/all-routes\.ts'/.test(text)).join('\n')
const ofAdmins = Object.entries(routes).flatMap(([name, { access }]) => (access === 'admin' ? [name] : []))

test('the first load has neither calls of Admins nor callers, but what is used without the client of the API', () => {
  const { code } = transform(source, ROUTES) ?? { code: '' }
  const missing = namesMissing(code)
  expect(missing).toEqual(expect.arrayContaining(['health.live', 'reports.get', ...ofAdmins]))
  expect(missing.filter((name) => withFirstLoad.includes(`routes['${name}']`))).toEqual([])
  expect(code).toContain("'chats.search': { method: 'POST', path: '/api/v1/chats/search' },")
  expect(code).not.toMatch(/access: '|scope: '/)
})

test('the addresses that are loaded later are all that the web app names, without callers', () => {
  const { code } = transform(source, `${ROUTES}?all`) ?? { code: '' }
  expect(namesMissing(code).filter((name) => webApp.includes(`'${name}'`))).toEqual([])
  expect(code).not.toMatch(/access: '|scope: '/)
})
