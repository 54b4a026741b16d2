// Builds the folder that is published: node packages/signalr-hub/tools/pack.ts [folder, by default dist]
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

const root = path.join(import.meta.dirname, '..')
const DOCUMENTS = ['README.md', 'SPEC.md', 'CHANGELOG.md', 'docs']
/** Fields of the private workspace's package.json that are published: how to use the package, not how it is built. */
const KEPT = ['name', 'version', 'description', 'keywords', 'license', 'type', 'sideEffects', 'dependencies', 'engines']
const KEPT_PEERS = ['peerDependencies', 'peerDependenciesMeta']

type Manifest = Record<string, unknown> & { readonly exports: Record<string, string> }

/** Compiles the sources to JavaScript and declarations in `folder`, with its own package.json. */
export function pack(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  compile(folder)
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  for (const document of DOCUMENTS) cpSync(path.join(root, document), path.join(folder, document), { recursive: true })
  cpSync(path.join(root, '../../LICENSE'), path.join(folder, 'LICENSE'))
}

function compile(folder: string): void {
  const config = path.join(folder, 'tsconfig.json')
  const compilerOptions = {
    rootDir: path.join(root, 'src'),
    outDir: path.join(folder, 'lib'),
    composite: false,
    emitDeclarationOnly: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    typeRoots: [path.join(root, '../../node_modules/@types')],
  }
  const settings = {
    extends: path.join(root, '../../tsconfig.base.json'),
    compilerOptions,
    include: [path.join(root, 'src')],
  }
  writeFileSync(config, JSON.stringify(settings))
  const compiler = path.join(root, '../../node_modules/.bin/tsc')
  const result = spawnSync(compiler, ['-p', config], { encoding: 'utf8' })
  rmSync(config)
  if (result.status !== 0) throw new Error(`The sources do not compile:\n${result.stdout}${result.stderr}`)
}

function publishedManifest(manifest: Manifest): object {
  const exports = Object.entries(manifest.exports).map(([subpath, source]) => {
    const built = source.replace('./src/', './lib/').replace(/\.ts$/, '')
    return [subpath, { types: `${built}.d.ts`, default: `${built}.js` }]
  })
  const kept = [...KEPT, ...KEPT_PEERS].map((key) => [key, manifest[key]])
  return { ...Object.fromEntries(kept), files: ['lib', ...DOCUMENTS], exports: Object.fromEntries(exports) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = path.resolve(process.argv[2] ?? path.join(root, 'dist'))
  pack(folder)
  console.log(`Packed to ${folder}. Publish it with: npm publish ${folder}`)
}
