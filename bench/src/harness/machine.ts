import { readFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'

/** Facts about the machine, one per line. `packages` are listed with their installed versions. */
export function describeMachine(packages: readonly string[]): readonly string[] {
  const cores = cpus()
  const load = loadavg()[0] ?? 0
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${type()} ${release()}, load before the run ${load.toFixed(1)}`,
    [`Node ${process.versions.node}`, ...packages.map((name) => `${name} ${versionOf(name)}`)].join(', '),
  ]
}

function versionOf(name: string): string {
  const manifest = import.meta.resolve(name).replace(new RegExp(`(/node_modules/${name}/).*`), '$1package.json')
  return (JSON.parse(readFileSync(new URL(manifest), 'utf8')) as { version: string }).version
}
