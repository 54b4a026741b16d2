import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { connectionFault, databaseFault } from './database-fault.ts'

const URL = 'postgres://clinic:hidden@db.example:6432/texts'
const PLACE = 'PostgreSQL at db.example:6432'
const RESTORE = 'Restore it from a backup: see “Backup and restore” in docs/operations.md.'

const refused = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { code })
const failed = (code: string, syscall = 'connect') => Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

describe('a temporary database error:', () => {
  test.each([
    ['a closed port', failed('ECONNREFUSED'), `${PLACE} cannot be reached (ECONNREFUSED).`],
    ['several addresses', new AggregateError([failed('ECONNREFUSED')]), `${PLACE} cannot be reached (ECONNREFUSED).`],
    ['an unknown host name', failed('ENOTFOUND', 'getaddrinfo'), `${PLACE} cannot be reached (ENOTFOUND).`],
    ['a timeout', new Error('timeout expired'), `${PLACE} cannot be reached (timeout expired).`],
    [
      'a starting server',
      refused('57P03', 'the database system is starting up'),
      `${PLACE} is not ready (the database system is starting up).`,
    ],
    [
      'too many connections',
      refused('53300', 'sorry, too many clients already'),
      `${PLACE} is busy or full (sorry, too many clients already).`,
    ],
    [
      'a standby',
      refused('25006', 'cannot execute CREATE TABLE in a read-only transaction'),
      `The database “texts” of ${PLACE} is read-only.`,
    ],
    [
      'a lock of another process',
      refused('55P03', 'canceling statement due to lock timeout'),
      'Another process is preparing the database.',
    ],
  ])('%s', (_name, error, message) => {
    expect(databaseFault(error, URL)).toMatchObject({ message, isPassing: true })
  })
})

describe('a database error that the operator has to fix:', () => {
  test.each([
    [
      'a missing database',
      refused('3D000', 'database "texts" does not exist'),
      `There is no database “texts” on ${PLACE}. Create it as docs/operations.md says, or correct DATABASE_URL.`,
    ],
    [
      'a wrong password',
      refused('28P01', 'password authentication failed for user "clinic"'),
      `${PLACE} does not let the user “clinic” in: password authentication failed for user "clinic". Correct DATABASE_URL, or allow this user.`,
    ],
    [
      'a missing password',
      new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      `${PLACE} wants a password of the user “clinic”, and DATABASE_URL has none.`,
    ],
    [
      'a missing privilege',
      refused('42501', 'permission denied for schema public'),
      `The user “clinic” may not use the database “texts” of ${PLACE}: permission denied for schema public. Make this user the owner of the database.`,
    ],
    [
      'damaged pages',
      refused('XX001', 'invalid page in block 3 of relation base/5/16384'),
      `The database “texts” of ${PLACE} is damaged: invalid page in block 3 of relation base/5/16384. ${RESTORE}`,
    ],
    [
      'a missing file',
      refused('58P01', 'could not open file "base/5/16384"'),
      `The database “texts” of ${PLACE} is damaged: could not open file "base/5/16384". ${RESTORE}`,
    ],
  ])('%s', (_name, error, message) => {
    expect(databaseFault(error, URL)).toMatchObject({ message, isPassing: false })
  })

  test('an untrusted certificate', () => {
    expect(connectionFault(new Error('self-signed certificate'), URL)).toMatchObject({
      message: `No connection to ${PLACE} can be made: self-signed certificate. Correct DATABASE_URL.`,
      isPassing: false,
    })
  })
})

test('the cause of an error is evaluated, and a socket is named by its folder', () => {
  const wrapped = new Error('There is no connection to the database.', { cause: failed('ENOENT') })
  expect(databaseFault(wrapped, 'postgres://clinic@localhost/texts?host=/run/postgresql')?.message).toBe(
    'PostgreSQL at /run/postgresql cannot be reached (ENOENT).',
  )
})

test('errors of our own code have no message for operators', () => {
  expect(databaseFault(refused('42601', 'syntax error at or near "selec"'), URL)).toBeNull()
  expect(databaseFault(new TypeError('x is not a function'), URL)).toBeNull()
})

test('a damaged embedded database is reported as damaged', () => {
  expect(databaseFault(refused('XX001', 'invalid page in block 3'), undefined)?.message).toBe(
    `The embedded database is damaged: invalid page in block 3. ${RESTORE}`,
  )
})
