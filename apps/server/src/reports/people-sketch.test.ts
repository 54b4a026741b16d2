import { expect, test } from 'vitest'
import { addPerson, addSketch, countPeople } from './people-sketch.ts'
import type { PeopleSketch } from './people-sketch.ts'

function sketchOf(first: number, last: number): PeopleSketch {
  const sketch: PeopleSketch = {}
  for (let person = first; person <= last; person += 1) addPerson(sketch, `person ${person}`)
  return sketch
}

test.each([0, 1, 5, 20])('%i people are counted exactly', (count) => {
  expect(countPeople(sketchOf(1, count))).toBe(count)
})

test.each([100, 1_000, 3_000, 10_000, 200_000])('%i people are counted to a tenth', (count) => {
  expect(Math.abs(countPeople(sketchOf(1, count)) / count - 1)).toBeLessThan(0.1)
})

test('who comes on several days counts once', () => {
  const week = sketchOf(1, 700)
  addSketch(week, sketchOf(1, 400))
  addSketch(week, sketchOf(300, 900))
  expect(week).toEqual(sketchOf(1, 900))
})
