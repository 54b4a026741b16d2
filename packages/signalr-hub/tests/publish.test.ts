import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatMessage } from 'publint/utils'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack } from '../tools/pack.ts'

let temporary: string
let folder: string
beforeAll(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'signalr-hub-'))
  folder = path.join(temporary, 'package')
  pack(folder)
  symlinkSync(path.join(import.meta.dirname, '../../../node_modules'), path.join(temporary, 'node_modules'))
})
afterAll(() => rmSync(temporary, { recursive: true }))

test('only the packed folder can be published', () => {
  const isPrivate = (place: string): unknown =>
    JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')).private
  expect(isPrivate(folder)).toBeUndefined()
  expect(isPrivate(path.join(import.meta.dirname, '..'))).toBe(true)
})

test('publint accepts the packed folder', async () => {
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true })
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
})

test.each([
  ['index.js', 'createHubServer'],
  ['fastify.js', 'fastifyHubs'],
  ['messagepack.js', 'messagePackProtocol'],
  ['redis.js', 'createRedisBackplane'],
])('what is published runs: %s exports %s', async (file, name) => {
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'lib', file)).href)) as object
  expect(loaded).toHaveProperty(name)
})
