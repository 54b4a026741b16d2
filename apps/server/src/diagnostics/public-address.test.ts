import { expect, test } from 'vitest'
import { publicAddressFinding } from './public-address.ts'

test.each([
  ['https://texts.example.com', 'passed'],
  ['https://203.0.113.7', 'passed'],
  ['https://[2001:db8::1]:8443', 'passed'],
  ['http://texts.example.com', 'warning'],
  ['http://localhost:3000', 'warning'],
  ['https://127.0.0.1', 'warning'],
  ['https://10.1.2.3', 'warning'],
  ['https://172.31.0.1', 'warning'],
  ['https://192.168.1.1', 'warning'],
  ['https://[::1]:3000', 'warning'],
  ['https://[fd00::1]', 'warning'],
  ['https://server', 'warning'],
  ['https://server.local', 'warning'],
])('the public address %s: %s', (url, state) => {
  expect(publicAddressFinding(url).state).toBe(state)
})

test('a local address is distinguished from an unencrypted one', () => {
  expect(publicAddressFinding('http://localhost:3000').found).toContain('this machine or network alone')
  expect(publicAddressFinding('http://texts.example.com').found).toContain('not encrypted')
})
