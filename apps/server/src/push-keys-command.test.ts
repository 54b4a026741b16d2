import { expect, test } from 'vitest'
import { environment } from './platform/index.ts'
import { createPushKeys, pushKeysCommand } from './push-keys-command.ts'

test('the server takes the printed settings', () => {
  const lines: string[] = []
  pushKeysCommand((line) => lines.push(line))
  const settings = Object.fromEntries(lines.map((line) => line.split('=')))
  const taken = environment.pick({ VAPID_PUBLIC_KEY: true, VAPID_PRIVATE_KEY: true, VAPID_SUBJECT: true })
  expect(taken.parse(settings)).toEqual(settings)
})

test('every pair is new', () => {
  expect(createPushKeys().VAPID_PRIVATE_KEY).not.toBe(createPushKeys().VAPID_PRIVATE_KEY)
})
