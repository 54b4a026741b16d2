// Runs before each test file of a run, in a process that may have run others.
import { beforeAll, beforeEach, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Number of the run. */
    run: number
    /** Files that differ from those of the run before. */
    changed: readonly string[]
  }
}

/** A module that Vitest has loaded. */
type Module = {
  importers: Set<string>
  /** Without, it is read again. */
  meta?: unknown
  promise?: unknown
  exports?: unknown
  evaluated: boolean
}
type Process = typeof globalThis & {
  run?: number
  currentTest?: string
  __vitest_worker__: {
    evaluatedModules: { fileToModulesMap: Map<string, Set<Module>>; idToModuleMap: Map<string, Module> }
  }
}
const ofProcess = globalThis as Process
const { fileToModulesMap, idToModuleMap } = ofProcess.__vitest_worker__.evaluatedModules

/** Has a module evaluated again, and all that import it. */
function forget(module: Module, seen = new Set<Module>()) {
  if (seen.has(module)) return
  seen.add(module)
  module.evaluated = false
  delete module.promise
  delete module.exports
  for (const id of module.importers) {
    const importer = idToModuleMap.get(id)
    if (importer) forget(importer, seen)
  }
}

if (ofProcess.run !== inject('run')) {
  ofProcess.run = inject('run')
  for (const module of inject('changed').flatMap((file) => [...(fileToModulesMap.get(file) ?? [])])) {
    forget(module)
    delete module.meta
  }
  // Vitest adds one per run.
  process.setMaxListeners(0)
}

// So that marks name the test that reached them.
beforeAll(() => void (ofProcess.currentTest = ''))
beforeEach(({ task }) => void (ofProcess.currentTest = task.id))
