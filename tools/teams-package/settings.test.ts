import { expect, test } from 'vitest'
import { readTeamsSettings } from './settings.ts'

const COMPLETE = { PUBLIC_URL: 'https://texts.example/', ENTRA_CLIENT_ID: 'AAAAAAAA-1111-4111-8111-111111111111' }
const FAULTS = 'The configuration is not complete:\n'
const ADDRESS = '  PUBLIC_URL should be an https address without a path, because Teams accepts no other'

test('two settings are enough', () => {
  const { clientId, address, appName } = readTeamsSettings(COMPLETE)
  expect([clientId, address.origin, appName]).toEqual([
    'aaaaaaaa-1111-4111-8111-111111111111',
    'https://texts.example',
    'Partyline',
  ])
})

test('the app has the name of the server’s APP_NAME', () => {
  expect(readTeamsSettings({ ...COMPLETE, APP_NAME: 'Clinic line' }).appName).toBe('Clinic line')
})

test('all missing settings are reported at once', () => {
  const both = `${FAULTS}  ENTRA_CLIENT_ID is missing\n  PUBLIC_URL is missing`
  expect(() => readTeamsSettings({})).toThrow(both)
  expect(() => readTeamsSettings({ PUBLIC_URL: '', ENTRA_CLIENT_ID: '' })).toThrow(both)
})

test('all invalid settings are reported at once, without their values', () => {
  const wrong = { PUBLIC_URL: 'http://localhost:3000', ENTRA_CLIENT_ID: 'partyline', APP_NAME: 'x'.repeat(31) }
  expect(() => readTeamsSettings(wrong)).toThrow(
    `${FAULTS}  ENTRA_CLIENT_ID should be the application (client) id, a GUID\n${ADDRESS}\n  APP_NAME should have at most 30 characters`,
  )
})

test.each([
  'texts.example',
  'https://texts.example/app',
  'https://texts.example/?a=b',
  'https://a:b@texts.example/',
  'x',
])('%s is not an address for Teams', (PUBLIC_URL) =>
  expect(() => readTeamsSettings({ ...COMPLETE, PUBLIC_URL })).toThrow(`${FAULTS}${ADDRESS}`),
)
