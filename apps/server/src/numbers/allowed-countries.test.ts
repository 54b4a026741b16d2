import { COUNTRIES } from '@partyline/contract'
import { getCountries } from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { countryBar } from './phone-number.ts'

const bar = (country: string) =>
  `Texts to ${country} are not allowed. An Admin can allow the country in the administration, under Organization.`

test.each([
  ['+12025550142', null],
  ['+14165550199', bar('Canada')],
  ['+18765551234', bar('Jamaica')],
  ['+442079460018', null],
  ['+447781123456', bar('Guernsey')],
  ['+4930901820', bar('Germany')],
  // Satellites and international networks have no country, and cost the most.
  ['+88216123456', bar('numbers without a country')],
  ['+9', bar('numbers without a country')],
  ['72345', null],
  ['LAKESIDE', null],
])('if only the US and the UK are allowed, the reason not to text %s is: %s', (number, reason) => {
  expect(countryBar(number, ['US', 'GB'])).toBe(reason)
  expect(countryBar(number, null)).toBeNull()
})

test('COUNTRIES are the countries of the phone number library', () => {
  expect(COUNTRIES).toEqual(getCountries().toSorted())
})
