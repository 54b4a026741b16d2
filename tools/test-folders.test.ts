import { afterEach, expect, test, vi } from 'vitest'
import { testFolders } from './test-folders.ts'

afterEach(() => vi.unstubAllEnvs())

test('a given folder for temporary files is used', () => {
  vi.stubEnv('TMPDIR', '/elsewhere')
  expect(testFolders('/reports')).toEqual({ NODE_COMPILE_CACHE: '/reports/compiled' })
})
