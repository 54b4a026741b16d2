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

test('paths in the life of a message lead to files and folders that exist', () => {
  const guide = readFileSync(path.join(ROOT, 'docs/guide/life-of-a-message.md'), 'utf8')
  const named = [...guide.matchAll(/`(?<name>[\w-]+\/[\w/{},.-]+)`/g)].map(({ groups }) => groups?.['name'] ?? '')
  const exists = (name: string) => ['', 'apps/server/src'].some((folder) => existsSync(path.join(ROOT, folder, name)))
  expect(named.length).toBeGreaterThan(20)
  expect(named.flatMap(expandBraces).filter((name) => !exists(name))).toEqual([])
})

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
