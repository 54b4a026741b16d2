import type { ContactId } from '@partyline/contract'
import { expect, test } from 'vitest'
import type { Api } from '../../platform/api.ts'
import { currentTimeZone } from '../../platform/times.ts'
import { consentFile } from './export-consent.ts'

const CONTACT = '0000000f-0000-4000-8000-000000000001' as ContactId

/** Answers in two parts. */
function answering() {
  const bodies: unknown[] = []
  const call = async (_name: string, { body }: { body: { cursor?: string } }) => {
    bodies.push(body)
    return body.cursor
      ? { fileName: 'later.csv', csv: 'b\r\n', nextCursor: null }
      : { fileName: 'consent.csv', csv: 'a\r\n', nextCursor: 'next' }
  }
  return { api: { call } as unknown as Api, bodies }
}

test('all parts are one file, of a contact or of everyone', async () => {
  const { api, bodies } = answering()
  expect(await consentFile(api, CONTACT, () => false)).toEqual({ fileName: 'consent.csv', parts: ['a\r\n', 'b\r\n'] })
  expect(await consentFile(api, null, () => false)).not.toBeNull()
  const timeZone = currentTimeZone()
  expect(bodies).toEqual([
    { contactId: CONTACT, timeZone },
    { contactId: CONTACT, timeZone, cursor: 'next' },
    { timeZone },
    { timeZone, cursor: 'next' },
  ])
})

test('it can be stopped between two parts', async () => {
  const { api, bodies } = answering()
  expect(await consentFile(api, null, () => true)).toBeNull()
  expect(bodies).toHaveLength(1)
})
