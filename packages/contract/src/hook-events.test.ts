import { expect, test } from 'vitest'
import { HOOK_EXAMPLES, hookData } from './hook-events.ts'

test.each(Object.keys(HOOK_EXAMPLES) as (keyof typeof HOOK_EXAMPLES)[])('the example of %s has all fields', (kind) => {
  expect(hookData[kind].strict().parse(HOOK_EXAMPLES[kind])).toEqual(HOOK_EXAMPLES[kind])
})
