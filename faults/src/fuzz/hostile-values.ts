import { randomUUID } from 'node:crypto'
import type { Random } from '../plan/random.ts'

/** Names of built-in properties, and names that break naive parsers. */
export const HOSTILE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '',
  '\0',
  'a'.repeat(3_000),
  'tenantId',
  'a[b][c]',
  '$where',
  '\uD800',
]

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\u202Eevil',
  '👩‍👩‍👧‍👦'.repeat(40),
  'é'.repeat(2_000),
  'a'.repeat(30_000),
  "' or 1=1 --",
  '"; drop table messages; --',
  '%',
  '%_%',
  '\\',
  '%00',
  '%zz',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '${7*7}',
  '1e99',
  '30003.7',
  '-1',
  'NaN',
  'Infinity',
  '9223372036854775808',
  '0001-01-01T00:00:00Z',
  '275760-09-13T00:00:00Z',
  '2026-13-45',
  '+12025550100',
  '+999999999999999999999',
  'null',
  'true',
  '[]',
  '{}',
  'https://evil.example/',
  '//evil.example',
  'a, b; c="d',
]

const HOSTILE_NUMBERS = [0, -0, -1, 1.5, 1e99, 2 ** 31, 2 ** 53, Number.MIN_VALUE]

export function hostileText(random: Random): string {
  return random.chance(10) ? randomUUID() : random.pick(HOSTILE_TEXTS)
}

/** Any JSON value. */
export function hostileValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 5 : 8)) {
    case 0:
      return null
    case 1:
      return random.chance(50)
    case 2:
      return random.pick(HOSTILE_NUMBERS)
    case 3:
    case 4:
      return hostileText(random)
    case 5:
      return Array.from({ length: random.below(5) }, () => hostileValue(random, depth + 1))
    case 6:
      return Array.from({ length: random.between(50, 3_000) }, () => hostileText(random).slice(0, 20))
    default:
      return hostileObject(random, [], depth + 1)
  }
}

/** An object with most of the given names, and sometimes unexpected ones. */
export function hostileObject(random: Random, names: readonly string[], depth = 0): object {
  const entries = names.filter(() => random.chance(80)).map((name) => [name, hostileValue(random, depth)] as const)
  const more = Array.from({ length: random.chance(30) ? random.between(1, 4) : 0 }, () => [
    random.pick(HOSTILE_NAMES),
    hostileValue(random, depth + 1),
  ])
  // Object.fromEntries defines `__proto__` as an ordinary property, which JSON.stringify then writes.
  return Object.fromEntries([...entries, ...more]) as object
}
