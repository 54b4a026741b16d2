// npm run looks: the web app with sample data instead of a server, with reload on change.
// npm run looks -- "no match": also plays the scenes with this name in a browser, and leaves each open until its window is closed.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { createServer } from 'vite'

const configFile = path.resolve(import.meta.dirname, '../apps/web/vite.looks.config.ts')
const server = await createServer({ configFile })
await server.listen()
const url = server.resolvedUrls?.local[0]
if (url === undefined) throw new Error('The development server has no local address.')
const name = process.argv.slice(2).join(' ')
if (name === '') {
  console.log(`The sample clinic: ${url}\nA scene, in a browser of its own: npm run looks -- "part of its name"`)
} else {
  const { status } = spawnSync(
    'playwright',
    ['test', '-c', 'e2e/looks.config.ts', '--headed', '--workers=1', '--timeout=0', '-g', name],
    { stdio: 'inherit', env: { ...process.env, LOOKS_URL: url } },
  )
  await server.close()
  process.exitCode = status ?? 1
}
