import { expect, test } from 'vitest'
import { connectionSettings } from './connection-overrides.ts'

test("without overrides, a webhook has Twilio's timeouts and one retry of the connection", () => {
  expect(connectionSettings('http://h/p')).toEqual({
    connectTimeout: 5000,
    readTimeout: 15_000,
    totalTimeout: 15_000,
    retries: 1,
    retryOn: new Set(['ct']),
  })
})

test('the fragment sets timeouts, retries, and what is retried', () => {
  expect(connectionSettings('http://h/p?a=1#ct=200&rt=300&tt=400&rc=3&rp=5xx,rt')).toEqual({
    connectTimeout: 200,
    readTimeout: 300,
    totalTimeout: 400,
    retries: 3,
    retryOn: new Set(['5xx', 'rt']),
  })
  expect(connectionSettings('http://h/p#rp=all').retryOn).toEqual(new Set(['4xx', '5xx', 'ct', 'rt']))
})

test('a value outside its range is ignored', () => {
  expect(connectionSettings('http://h/p#ct=1&rc=9&rt=soon&rp=sometimes')).toEqual(connectionSettings('http://h/p'))
})
