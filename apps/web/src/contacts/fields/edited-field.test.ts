import type { ContactField } from '@partyline/contract'
import { contactCalls } from '@partyline/contract'
import { expect, test } from 'vitest'
import { editedOf, moved, newField, sentOf } from './edited-field.ts'

const PLAN = {
  id: '019aa2f4-6c1e-7d55-8a64-3f0f3a4f9b01',
  name: 'Plan',
  kind: 'choice',
  choices: ['Gold', 'Silver'],
} as ContactField

test('a field that was not edited is sent as it is saved', () => {
  expect(sentOf(editedOf(PLAN))).toEqual(PLAN)
})

test('options are lines, and only a choice has some', () => {
  const edited = { ...editedOf(PLAN), name: ' Plan ', choices: ' Gold \n\nBronze' }
  expect(sentOf(edited)).toEqual({ ...PLAN, choices: ['Gold', 'Bronze'] })
  expect(sentOf({ ...edited, kind: 'text' }).choices).toEqual([])
})

test('a new field has no ID', () => {
  const fields = [sentOf({ ...newField(), name: 'Age', kind: 'number' })]
  expect(contactCalls['contactFields.update'].body.parse({ fields }).fields).toEqual([
    { name: 'Age', kind: 'number', choices: [] },
  ])
})

test('a field moves up and down', () => {
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})
