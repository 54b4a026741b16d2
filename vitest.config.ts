import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/.tsbuild/**'],
    // Only against hanging: a busy machine of two cores is slow, and no test measures time.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: 'apps/server/tests/template.ts',
        },
      },
      {
        extends: true,
        test: { name: 'others', include: ['{apps/{sandbox,web},packages,tools,bench,faults}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
