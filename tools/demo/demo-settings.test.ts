import path from 'node:path'
import { expect, test } from 'vitest'
import { demoSettings } from './demo-settings.ts'

test('without settings, or with empty ones, the demo uses its defaults', () => {
  const defaults = { dataDir: path.resolve('data'), sandboxPort: 4000 }
  expect(demoSettings({})).toEqual(defaults)
  expect(demoSettings({ PORT: '', SANDBOX_PORT: '', DATA_DIR: '' })).toEqual(defaults)
  expect(demoSettings({ PORT: '3000' })).toEqual(defaults)
})

test('a second demo on other ports uses another folder', () => {
  expect(demoSettings({ PORT: '3100', SANDBOX_PORT: '4100' })).toEqual({
    dataDir: path.resolve('data/port-3100'),
    sandboxPort: 4100,
  })
  expect(demoSettings({ PORT: '3100', DATA_DIR: '/tmp/mine' }).dataDir).toBe('/tmp/mine')
})

test.each(['0', '80.5', '65536', 'abc', '-1'])('SANDBOX_PORT %s is refused with an explanation', (SANDBOX_PORT) => {
  expect(() => demoSettings({ SANDBOX_PORT })).toThrow(
    'The configuration is not complete:\n  SANDBOX_PORT should be a whole number from 1 to 65535',
  )
})
