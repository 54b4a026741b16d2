import { expect, test } from 'vitest'
import { blankAround, blankBeside, blanksIn } from './blanks.ts'

const namesIn = (text: string) => blanksIn(text).map(({ name }) => name)

test.each([
  ['See you on {{appointment date}} at {{ time }}.', ['appointment date', 'time']],
  ['{{a}}{{b}}', ['a', 'b']],
  ['{{Ort der Übergabe}} {{時間}}', ['Ort der Übergabe', '時間']],
  ['No blank in {}, {{}}, {{  }}, {a}, or {{a}.', []],
  ['{{two\nlines}}', []],
  ['{{{x}}}', ['x']],
])('the blanks of “%s”', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})

const TEXT = 'Hi {{name}}, see you at {{time}}.'
const selected = (selectionStart: number, selectionEnd = selectionStart) => ({
  value: TEXT,
  selectionStart,
  selectionEnd,
})

test('the next and previous blanks are those beside the selection', () => {
  const [first, second] = blanksIn(TEXT)
  expect(first).toEqual({ from: 3, to: 11, name: 'name' })
  expect(blankBeside(selected(0), 1)).toEqual(first)
  expect(blankBeside(selected(3), 1)).toEqual(first)
  expect(blankBeside(selected(3, 11), 1)).toEqual(second)
  expect(blankBeside(selected(24, 32), 1)).toBeUndefined()
  expect(blankBeside(selected(TEXT.length), -1)).toEqual(second)
  expect(blankBeside(selected(24, 32), -1)).toEqual(first)
  expect(blankBeside(selected(3, 11), -1)).toBeUndefined()
})

test('a caret inside of a blank belongs to it, and one at its edge does not', () => {
  expect([3, 4, 10, 11, 20].map((caret) => blankAround(selected(caret))?.name)).toEqual([
    undefined,
    'name',
    'name',
    undefined,
    undefined,
  ])
  expect(blankAround(selected(3, 11))).toBeUndefined()
})
