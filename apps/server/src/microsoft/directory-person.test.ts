import { describe, expect, test } from 'vitest'
import { personOfClaims } from './directory-person.ts'

const TID = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01'
const OTHER = '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02'
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'
const OID = '0b6f2c1e-9a47-4d0c-8a53-5c1d7e9f0a11'
const IDS = { tid: TID, oid: OID }
const LOGIN = 'kim@lakeside.example'
const GUEST = 'kim_contoso.example#EXT#@lakeside.example'

const now = new Date()
const read = (claims: object) => personOfClaims({ ...IDS, ...claims }, now)

describe('who opens a tenant', () => {
  test.each<[string, object, boolean]>([
    ['acct 0', { acct: 0, preferred_username: LOGIN }, true],
    ['acct "0"', { acct: '0', preferred_username: LOGIN }, true],
    ['acct 0 of a member whose account is elsewhere', { acct: 0, preferred_username: GUEST, idp: 'live.com' }, true],
    ['acct 1', { acct: 1, preferred_username: LOGIN }, false],
    ['acct "1"', { acct: '1', preferred_username: LOGIN }, false],
    ['acct 1 with the own issuer', { acct: 1, idp: `https://sts.windows.net/${TID}/` }, false],
    ['acct 2', { acct: 2, preferred_username: LOGIN }, false],
    ['acct true', { acct: true, preferred_username: LOGIN }, false],
    ['an empty acct', { acct: '', preferred_username: LOGIN }, false],
    ['acct as a list', { acct: [0], preferred_username: LOGIN }, false],
    ['no acct and no idp', { preferred_username: LOGIN }, true],
    ['acct null', { acct: null, preferred_username: LOGIN }, true],
    ['no acct and the own issuer, version 1', { idp: `https://sts.windows.net/${TID}/` }, true],
    ['no acct and the own issuer, version 2', { idp: `https://login.microsoftonline.com/${TID}/v2.0` }, true],
    ['no acct and the own issuer in capitals', { idp: `https://sts.windows.net/${TID.toUpperCase()}` }, true],
    ['no acct and #EXT# in the name', { preferred_username: GUEST }, false],
    ['no acct and #ext# in the name', { preferred_username: GUEST.toLowerCase() }, false],
    ['no acct and #EXT# in upn only', { preferred_username: 'kim@contoso.example', upn: GUEST }, false],
    ['no acct and #EXT# in unique_name only', { preferred_username: LOGIN, unique_name: GUEST }, false],
    [
      'no acct and #EXT# with the own issuer',
      { preferred_username: GUEST, idp: `https://sts.windows.net/${TID}/` },
      false,
    ],
    ['another issuer, version 1', { preferred_username: LOGIN, idp: `https://sts.windows.net/${OTHER}/` }, false],
    ['another issuer, version 2', { idp: `https://login.microsoftonline.com/${OTHER}/v2.0` }, false],
    ['personal accounts', { preferred_username: LOGIN, idp: `https://sts.windows.net/${CONSUMERS}/` }, false],
    ['live.com', { preferred_username: LOGIN, idp: 'live.com' }, false],
    ['google.com', { preferred_username: LOGIN, idp: 'google.com' }, false],
    ['a passcode by email', { preferred_username: LOGIN, idp: 'mail' }, false],
    ['an empty idp', { preferred_username: LOGIN, idp: '' }, false],
    ['an idp that is no text', { preferred_username: LOGIN, idp: [`https://sts.windows.net/${TID}/`] }, false],
    ['the own issuer as a part', { idp: `https://sts.windows.net/${TID}/.contoso.example` }, false],
    ['nothing but the ids', {}, true],
  ])('%s', (_, claims, isMember) => {
    expect(read(claims)?.isMember).toBe(isMember)
  })

  test.each([
    [{ acct: 0 }, true],
    [{ acct: '1' }, true],
    [{ acct: null }, false],
    [{}, false],
  ])('%j has the claim acct: %s', (claims, isThere) => {
    expect(read(claims)?.hasAcctClaim).toBe(isThere)
  })
})

describe('names and addresses', () => {
  const INVISIBLE = '\u200B\u2060\u3164\u00A0'
  test.each<[string, object, { name: string; login: string; email: string | null }]>([
    [
      'all',
      { name: 'Kim', preferred_username: LOGIN, email: 'k@x.example' },
      { name: 'Kim', login: LOGIN, email: 'k@x.example' },
    ],
    ['no name', { preferred_username: LOGIN }, { name: LOGIN, login: LOGIN, email: LOGIN }],
    ['an empty name', { name: '', preferred_username: LOGIN }, { name: LOGIN, login: LOGIN, email: LOGIN }],
    ['an invisible name', { name: INVISIBLE, preferred_username: LOGIN }, { name: LOGIN, login: LOGIN, email: LOGIN }],
    ['a name of control characters', { name: '\u0000\u0007', upn: LOGIN }, { name: LOGIN, login: LOGIN, email: LOGIN }],
    ['a name with a NUL', { name: 'Kim\u0000Lee', upn: LOGIN }, { name: 'Kim Lee', login: LOGIN, email: LOGIN }],
    ['a name that is no text', { name: 7, upn: LOGIN }, { name: LOGIN, login: LOGIN, email: LOGIN }],
    [
      'no preferred_username',
      { name: 'Kim', email: 'k@x.example' },
      { name: 'Kim', login: 'k@x.example', email: 'k@x.example' },
    ],
    [
      'an empty preferred_username',
      { name: 'Kim', preferred_username: ' ', upn: LOGIN },
      { name: 'Kim', login: LOGIN, email: LOGIN },
    ],
    ['only upn', { upn: LOGIN }, { name: LOGIN, login: LOGIN, email: LOGIN }],
    ['only unique_name', { unique_name: LOGIN }, { name: LOGIN, login: LOGIN, email: LOGIN }],
    ['only email', { email: 'k@x.example' }, { name: 'k@x.example', login: 'k@x.example', email: 'k@x.example' }],
    ['only name', { name: ' Kim ' }, { name: 'Kim', login: '', email: null }],
    [
      'an empty email',
      { name: 'Kim', preferred_username: LOGIN, email: '' },
      { name: 'Kim', login: LOGIN, email: LOGIN },
    ],
    [
      'an invisible email',
      { name: 'Kim', preferred_username: LOGIN, email: INVISIBLE },
      { name: 'Kim', login: LOGIN, email: LOGIN },
    ],
    ['email as a list', { name: 'Kim', email: ['k@x.example'] }, { name: 'Kim', login: '', email: null }],
    [
      'a phone as preferred_username',
      { preferred_username: '+12025550142' },
      { name: '+12025550142', login: '+12025550142', email: null },
    ],
    [
      'a guest without an address',
      { name: 'Kim', preferred_username: GUEST },
      { name: 'Kim', login: GUEST, email: null },
    ],
    [
      'null everywhere',
      { name: null, preferred_username: null, email: null },
      { name: 'Unnamed user', login: '', email: null },
    ],
    ['nothing but the ids', {}, { name: 'Unnamed user', login: '', email: null }],
  ])('%s', (_, claims, person) => {
    expect(read(claims)).toMatchObject({ tenantId: TID, userId: OID, ...person })
  })

  test('a long name is cut', () => {
    expect(read({ name: 'x'.repeat(5_000) })?.name.length).toBeLessThanOrEqual(200)
  })
})

test.each([
  ['without a directory', { oid: OID }],
  ['without an object', { tid: TID }],
  ['with an object that is no GUID', { tid: TID, oid: 'kim' }],
  ['that are none', null],
])('claims %s name nobody', (_, claims) => {
  expect(personOfClaims(claims, now)).toBeNull()
})
