import { describe, expect, test } from 'vitest'
import { isPlainText, readInboundText, withoutChannel } from './inbound-text.ts'

const read = (parameters: Record<string, string>) =>
  readInboundText({ messageSid: 'SM1', parameters: { From: '+12025550142', To: '+12025550100', ...parameters } })

test('NUL characters are removed, and the sender is trimmed', () => {
  expect(read({ From: ' +1202\0 ', Body: 'Hel\0lo' })).toEqual({
    messageSid: 'SM1',
    from: '+1202',
    to: '+12025550100',
    text: 'Hello',
    mediaUrls: [],
    optOutType: null,
  })
  expect(readInboundText({ messageSid: 'SM1', parameters: {} })).toMatchObject({ from: '', to: '', text: '' })
})

test.each([
  ['', null],
  ['STOP', 'STOP'],
])('Twilio’s OptOutType “%s” is adopted', (OptOutType, optOutType) => {
  expect(read({ OptOutType })).toMatchObject({ optOutType })
})

describe('the files of a text', () => {
  const urls = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`MediaUrl${index}`, `url ${index}`]))
  test.each([
    ['2', 2],
    ['10', 10],
    ['11', 10],
    ['1e9', 10],
    ['0', 0],
    ['many', 0],
    [undefined, 0],
  ])('are limited to NumMedia (%s), and to ten', (NumMedia, count) => {
    expect(read({ ...urls, ...(NumMedia && { NumMedia }) }).mediaUrls).toHaveLength(count)
  })

  test('are those that have a URL', () => {
    expect(read({ NumMedia: '3', MediaUrl0: 'a', MediaUrl2: 'c' }).mediaUrls).toEqual(['a', 'c'])
  })
})

describe('a shared location', () => {
  const text = (parameters: Record<string, string>) => read(parameters).text
  test('is added to the text as a link, with its name and address', () => {
    const place = { Latitude: '38.9', Longitude: '-77.03', Label: ' White House ', Address: '1600 Pennsylvania Ave' }
    const link = 'https://maps.google.com/?q=38.9,-77.03'
    expect(text({ Body: 'Here', ...place })).toBe(`Here\nWhite House\n1600 Pennsylvania Ave\n${link}`)
    expect(text({ Latitude: '38.9', Longitude: '-77.03' })).toBe(link)
  })

  test.each([
    ['90', '180', true],
    ['-90', '-180', true],
    ['90.1', '0', false],
    ['0', '-180.1', false],
    ['0', '0', true],
    ['', '0', false],
    ['0', ' ', false],
    ['north', '0', false],
  ])('with latitude %s and longitude %s is valid: %s', (Latitude, Longitude, isOne) => {
    expect(text({ Latitude, Longitude }) !== '').toBe(isOne)
  })

  test('requires both coordinates', () => {
    expect([text({ Latitude: '1' }), text({ Longitude: '1' })]).toEqual(['', ''])
  })
})

test.each([
  ['+12025550142', '+12025550100', true],
  ['24273', '+12025550100', true],
  ['whatsapp:+12025550142', 'whatsapp:+12025550100', false],
  ['messenger:108', '+12025550100', false],
  ['+12025550142', 'RCS:agent', false],
])('a text from %s to %s is an SMS: %s', (from, to, isSms) => {
  expect(isPlainText({ from, to })).toBe(isSms)
})

test('a channel prefix is removed from a number', () => {
  expect(['whatsapp:+12025550100', '+12025550100'].map(withoutChannel)).toEqual(['+12025550100', '+12025550100'])
})
