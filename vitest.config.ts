import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Files that run in threads which keep their modules: what is imported is read once a thread and not once a file, and
 * the embedded database is compiled once for all threads (see the template). What a file changes of the world it puts back.
 */
const SHARING = { pool: 'threads', isolate: false } as const

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/.tsbuild/**'],
    // Tests wait more than they compute, and Vitest by itself would leave one of two cores idle.
    maxWorkers: Math.max(3, availableParallelism()),
    // Only against hanging: a busy machine of two cores is slow, and no test measures time.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...SHARING,
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: 'apps/server/tests/template.ts',
        },
      },
      {
        extends: true,
        test: {
          ...SHARING,
          name: 'sandbox, web, packages',
          include: ['{apps/{sandbox,web},packages}/**/*.test.{ts,tsx}'],
        },
      },
      { extends: true, test: { name: 'tools, bench, faults', include: ['{tools,bench,faults}/**/*.test.ts'] } },
    ],
  },
})
