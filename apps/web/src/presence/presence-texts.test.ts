import { expect, it } from 'vitest'
import { PRESENCE_TEXTS } from './presence-texts.ts'

it('names up to two, and counts the rest', () => {
  expect(PRESENCE_TEXTS.typing(['Omar'])).toBe('Omar is typing…')
  expect(PRESENCE_TEXTS.typing(['Omar', 'Mei'])).toBe('Omar and Mei are typing…')
  expect(PRESENCE_TEXTS.present(['Omar', 'Mei', 'Ana'])).toBe('Omar, Mei, and 1 other are also here')
  expect(PRESENCE_TEXTS.present(['Omar', 'Mei', 'Ana', 'Lu'])).toBe('Omar, Mei, and 2 others are also here')
})
