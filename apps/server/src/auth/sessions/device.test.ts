import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Teams/25.1 Chrome/142.0 Safari/537.36 Edg/142.0`, 'Teams on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.4 Safari/605.1', 'Safari on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1 Safari/604.1', 'Safari on iPhone'],
  [`Mozilla/5.0 (Linux; Android 16) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chromium/142.0 Chrome/142.0 Safari/537.36`, 'Chromium on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chromium/142.0 Safari/537.36`, 'Chromium on Linux'],
  ['curl/8.9', ''],
  ['', ''],
])('a device is named from the User-Agent: %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
