import { beforeEach, expect, it } from 'vitest'
import { createPhoneFormats, loadRules, numberHint } from './phone-format.ts'

let formats: ReturnType<typeof createPhoneFormats>
let loads: number

beforeEach(() => {
  loads = 0
  formats = createPhoneFormats(() => {
    loads += 1
    return loadRules()
  })
})

const whenLoaded = () => new Promise<void>((resolve) => formats.rules.subscribe(resolve))

it('formats North American numbers without loading rules, nationally within North America', () => {
  expect(formats.format('+12025550142', 'US')).toBe('(202) 555-0142')
  expect(formats.format('+14165550142', 'us')).toBe('(416) 555-0142')
  expect(formats.format('+12025550142', 'GB')).toBe('+1 202 555 0142')
  expect(loads).toBe(0)
})

it('formats other numbers nationally in their country once the rules are loaded', async () => {
  const loaded = whenLoaded()
  expect(formats.format('+442079460958', 'GB')).toBe('+442079460958')
  formats.format('+4930901820', 'GB')
  await loaded
  expect(loads).toBe(1)
  expect(formats.format('+442079460958', 'GB')).toBe('020 7946 0958')
  expect(formats.format('+442079460958', 'US')).toBe('+44 20 7946 0958')
})

it('retries loading the rules after a failure', async () => {
  let attempts = 0
  const unlucky = createPhoneFormats(() => {
    attempts += 1
    return Promise.reject(new Error('No network.'))
  })
  unlucky.format('+442079460958', 'GB')
  await new Promise<void>((resolve) => setTimeout(resolve))
  expect(unlucky.format('+442079460958', 'GB')).toBe('+442079460958')
  expect(attempts).toBe(2)
})

it('leaves short codes and named senders unchanged', () => {
  expect(formats.format('72345', 'US')).toBe('72345')
  expect(formats.format('LAKESIDE', 'US')).toBe('LAKESIDE')
})

it('numberHint shows an example without a country code only if such numbers are accepted', () => {
  expect(numberHint('CA')).toMatch(/^For example, \(202\) 555-0142\./)
  for (const country of ['DE', undefined]) expect(numberHint(country)).toMatch(/^Start with the country code/)
})
