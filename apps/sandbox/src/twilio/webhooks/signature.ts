import { createHmac } from 'node:crypto'

/** Parameters of a form, in the order in which they are sent. */
export type FormParameters = Record<string, string>

/** X-Twilio-Signature, always signed with the account's own token. https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export function signRequest(authToken: string, url: string, parameters: Readonly<Record<string, string | string[]>>) {
  const signed = Object.keys(parameters)
    .toSorted(byCodeUnit)
    .flatMap((name) => valuesOf(parameters[name] ?? '').map((value) => name + value))
    .join('')
  return createHmac('sha1', authToken)
    .update(url + signed)
    .digest('base64')
}

// A repeated parameter is signed once for each different value, in order.
const valuesOf = (value: string | string[]) =>
  Array.isArray(value) ? [...new Set(value)].toSorted(byCodeUnit) : [value]

// Twilio sorts by UTF-16 code unit: capitals come before lower case.
function byCodeUnit(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
