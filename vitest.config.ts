import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages,tools,bench,faults}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/.tsbuild/**'],
    // Only against hanging: a busy machine of two cores is slow, and no test measures time.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
