import { expect, test } from 'vitest'
import { readEnd, readStart } from './read-time.ts'

test.each([
  [
    '08:30',
    ['8:30', '08:30', '830', '0830', '8.30', '8h30', '8 30', '8:30am', '8:30 AM', ' 8:30\u202FAM ', '8:30 a.m.'],
  ],
  ['08:00', ['8', '08', '8h', '8a', '8 am', '8:00']],
  ['20:00', ['20', '2000', '20:00', '20h', '8p', '8pm', '8 P.M.']],
  ['12:00', ['12', 'noon', '12pm', '12 p']],
  ['00:00', ['0', '00:00', '24:00', '12am', 'Midnight']],
])('%s can be written in several ways', (time, ways) => {
  expect(ways.map(readStart)).toEqual(ways.map(() => time))
})

test('what is no time stays', () => {
  const written = ['', 'soon', '25', '24:30', '8:60', '13pm', '0am', '12345']
  expect(written.map(readStart)).toEqual(written)
})

test('an end is after its beginning', () => {
  expect(['5', '11', '12am', '24', '17'].map((end) => readEnd(end, '08:00'))).toEqual([
    '17:00',
    '11:00',
    '24:00',
    '24:00',
    '17:00',
  ])
  // Saving says that the end should be later.
  expect([readEnd('5 am', '08:00'), readEnd('05', '08:00'), readEnd('5', '18:00')]).toEqual(['05:00', '05:00', '05:00'])
})
