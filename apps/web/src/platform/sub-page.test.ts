import { expect, test } from 'vitest'
import { pathOfSubPage } from './sub-page.ts'

const CHAT = '019aa2f4-6c1e-7d55-8a64-3f0f3a4f9b01'

test.each([
  [`chat:${CHAT}`, `/?chat=${CHAT}`],
  ['admin', '/admin'],
  ['admin/twilio', '/admin/twilio'],
  ['connection', '/connection'],
  ['contacts', '/contacts'],
  ['notifications', '/notifications'],
  ['reports', '/reports'],
])('%s leads to %s', (subPageId, path) => {
  expect(pathOfSubPage(subPageId)).toBe(path)
})

test.each([null, '', 'chat:1', '/admin', 'admin/', 'admin/../x', 'admin/twilio/x', 'https://evil.example', '//evil'])(
  '%s leads nowhere',
  (subPageId) => {
    expect(pathOfSubPage(subPageId)).toBeNull()
  },
)
