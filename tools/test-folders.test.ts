import { afterEach, expect, test, vi } from 'vitest'
import { testFolders } from './test-folders.ts'

afterEach(() => vi.unstubAllEnvs())

test('a folder for temporary files that somebody has named stays theirs', () => {
  vi.stubEnv('TMPDIR', '/elsewhere')
  expect(testFolders('/reports')).toEqual({ NODE_COMPILE_CACHE: '/reports/compiled' })
})
