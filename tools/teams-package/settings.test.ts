import { expect, test } from 'vitest'
import { readTeamsSettings } from './settings.ts'

const COMPLETE = { PUBLIC_URL: 'https://texts.example/', ENTRA_CLIENT_ID: 'AAAAAAAA-1111-4111-8111-111111111111' }
const FAULTS = 'The configuration is not complete:\n'
const ADDRESS = '  PUBLIC_URL should be an https address with nothing behind its host: Teams shows no other'

test('two settings of the server are enough', () => {
  const { clientId, address, appName } = readTeamsSettings(COMPLETE)
  expect([clientId, address.origin, appName]).toEqual([
    'aaaaaaaa-1111-4111-8111-111111111111',
    'https://texts.example',
    'Partyline',
  ])
})

test('the app is called as the server calls it', () => {
  expect(readTeamsSettings({ ...COMPLETE, APP_NAME: 'Clinic line' }).appName).toBe('Clinic line')
})

test('what is missing is told at once', () => {
  const both = `${FAULTS}  ENTRA_CLIENT_ID is missing\n  PUBLIC_URL is missing`
  expect(() => readTeamsSettings({})).toThrow(both)
  expect(() => readTeamsSettings({ PUBLIC_URL: '', ENTRA_CLIENT_ID: '' })).toThrow(both)
})

test('what is wrong is told at once, and never with a value', () => {
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
])('%s is no address for Teams', (PUBLIC_URL) =>
  expect(() => readTeamsSettings({ ...COMPLETE, PUBLIC_URL })).toThrow(`${FAULTS}${ADDRESS}`),
)
