import path from 'node:path'
import { expect, test } from 'vitest'
import { demoSettings } from './demo-settings.ts'

test('without settings, or with empty ones, the demo has its usual places', () => {
  const usual = { dataDir: path.resolve('data'), sandboxPort: 4000 }
  expect(demoSettings({})).toEqual(usual)
  expect(demoSettings({ PORT: '', SANDBOX_PORT: '', DATA_DIR: '' })).toEqual(usual)
  expect(demoSettings({ PORT: '3000' })).toEqual(usual)
})

test('a second demo with ports of its own has a folder of its own', () => {
  expect(demoSettings({ PORT: '3100', SANDBOX_PORT: '4100' })).toEqual({
    dataDir: path.resolve('data/port-3100'),
    sandboxPort: 4100,
  })
  expect(demoSettings({ PORT: '3100', DATA_DIR: '/tmp/mine' }).dataDir).toBe('/tmp/mine')
})

test.each(['0', '80.5', '65536', 'abc', '-1'])('SANDBOX_PORT %s is refused in words', (SANDBOX_PORT) => {
  expect(() => demoSettings({ SANDBOX_PORT })).toThrow(
    'The configuration is not complete:\n  SANDBOX_PORT should be a whole number from 1 to 65535',
  )
})
