import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ALL_ON_EMBEDDED, AREAS_ON_EMBEDDED, ON_EMBEDDED, TESTS_OF_PROCESSES } from './tools/database-tests.ts'

/** What is imported is read once per worker, not once per file. A file restores what it changes of its worker. */
const SHARED_MODULES = { isolate: false } as const

/** Node runs our code as it is, as in production: what Vite would compile once a worker is kept in Node’s compile cache. */
const NATIVE = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const

/**
 * In processes, not threads: V8 crashes once in a while when several threads of a process load WebAssembly, as embedded
 * databases do, or free its code (nodejs/node#64500, "Check failed: jit_page.has_value()" and
 * "jit_page_->allocations_.erase(addr) == 1").
 */
const SERVER = {
  ...SHARED_MODULES,
  ...NATIVE,
  pool: 'forks',
  execArgv: ['--no-wasm-code-gc'],
  globalSetup: 'apps/server/tests/template.ts',
  setupFiles: ['apps/server/tests/database-url.ts'],
} as const

/** npm test repeats on the embedded database what differs there, and `npm run test:embedded` everything, or some of every area. */
const EMBEDDED = { all: ALL_ON_EMBEDDED, areas: AREAS_ON_EMBEDDED }[process.env['EMBEDDED'] ?? ''] ?? ON_EMBEDDED

const EXCLUDE = ['**/node_modules/**', '**/.tsbuild/**']

export default defineConfig({
  test: {
    exclude: EXCLUDE,
    setupFiles: ['tools/property-seed.ts'],
    // Tests wait more than they compute, and Vitest by itself would leave one of two cores idle.
    maxWorkers: Math.max(3, availableParallelism()),
    // Only against hanging: a busy machine of two cores is slow, and no test measures time.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A test that fails once is broken, or the product is.
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          ...SERVER,
          name: 'server',
          include: ['apps/server/**/*.test.ts', ...TESTS_OF_PROCESSES],
          exclude: [...EXCLUDE, '**/embedded-*.test.ts'],
        },
      },
      { extends: true, test: { ...SERVER, name: 'embedded', include: EMBEDDED } },
      {
        extends: true,
        test: {
          ...SHARED_MODULES,
          pool: 'threads',
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          ...SHARED_MODULES,
          ...NATIVE,
          name: 'others',
          include: ['{apps/sandbox,packages,tools,bench,faults}/**/*.test.ts'],
          exclude: [...EXCLUDE, ...TESTS_OF_PROCESSES],
        },
      },
    ],
  },
})
