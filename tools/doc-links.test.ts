import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.tsx', '*.mjs', '*.sql'], {
  cwd: ROOT,
  encoding: 'utf8',
})
const files = tracked
  .split('\n')
  .filter(Boolean)
  .filter((file) => existsSync(path.join(ROOT, file)))

/** GitHub's anchors of the headings of a Markdown file. */
function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#{1,6} (?<title>.+)$/gm)
  return [...headings].map(({ groups }) =>
    (groups?.['title'] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Links to files of the repository: relative in Markdown, from the root in code comments. */
function linksIn(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  if (!file.endsWith('.md')) return [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([link]) => link)
  const links = [...text.matchAll(/\]\((?<to>[^)\s]+)\)/g)].map(({ groups }) => groups?.['to'] ?? '')
  return links
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => (to.startsWith('#') ? file + to : path.join(path.dirname(file), to)))
}

/** Where short paths in guides begin. */
const PATH_ROOTS = ['', 'apps/server/src', 'apps/web/src', 'packages/contract/src']

test('paths and file names in guides lead to files and folders that exist', () => {
  const names = new Set(files.map((file) => path.basename(file)))
  const exists = (name: string) =>
    name.includes('/') ? PATH_ROOTS.some((folder) => existsSync(path.join(ROOT, folder, name))) : names.has(name)
  const named = files
    .filter((file) => file.startsWith('docs/guide/'))
    .flatMap((file) => pathsIn(file).map((name) => ({ file, name })))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !exists(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

/** Text in backticks that looks like a path or a source file's name. `NNNN` is a placeholder. */
function pathsIn(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return [...text.matchAll(/`(?<name>[\w{][\w{},./-]*)`/g)]
    .map(({ groups }) => groups?.['name'] ?? '')
    .filter((name) => !name.includes('NNNN') && (name.includes('/') || /\.(tsx?|mjs|sql|md)$/.test(name)))
    .flatMap(expandBraces)
}

/** `a/{b,c}.ts` stands for two files. */
function expandBraces(name: string): string[] {
  const [, before = '', list, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? []
  return list === undefined ? [name] : list.split(',').map((one) => before + one + after)
}

test('links in documents and comments point to existing files and headings', () => {
  const broken = files.flatMap((file) =>
    linksIn(file)
      .filter((link) => {
        const [target = '', anchor] = link.split('#')
        const place = path.join(ROOT, target)
        if (!existsSync(place)) return true
        return anchor !== undefined && statSync(place).isFile() && !anchorsOf(place).includes(anchor)
      })
      .map((link) => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
})
