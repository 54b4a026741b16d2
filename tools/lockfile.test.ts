import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Package = { resolved?: string; integrity?: string; link?: true; optional?: true; os?: string[]; cpu?: string[] }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

/** Binaries for other systems or processors, which npm does not install here. */
function isForOtherSystems({ optional, os, cpu }: Package): boolean {
  return (
    optional === true && (os !== undefined || cpu !== undefined) && !(os?.includes('linux') && cpu?.includes('x64'))
  )
}

test('every package for Linux on x64 has an integrity hash', () => {
  const isMissing = ([path, entry]: [string, Package]) =>
    !entry.integrity && !isForOtherSystems(entry) && !path.endsWith('-musl')
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(isMissing).map(([path]) => path)).toEqual([])
})

test('no package has the URL of a registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})
