import type { Page } from '@playwright/test'

/** The composer in Note mode, and what it asks. */
export function notesIn(page: Page) {
  const mode = page.getByRole('group', { name: 'Text or note' })
  const question = page.getByRole('group', { name: 'Is this a note for your team?' })
  const options = page.getByRole('listbox', { name: 'People to mention' }).getByRole('option')
  return {
    mode,
    textMode: mode.getByRole('button', { name: 'Text' }),
    noteMode: mode.getByRole('button', { name: 'Note' }),
    text: page.getByRole('textbox', { name: 'Write a note in' }),
    add: page.getByRole('button', { name: 'Add note' }),
    adding: page.getByRole('button', { name: 'Adding…' }),
    /** The people to mention. */
    options,
    option: (name: string) => options.filter({ hasText: name }),
    question,
    switchToNote: question.getByRole('button', { name: 'Write a note' }),
    keepAsText: question.getByRole('button', { name: 'Keep as text' }),
  }
}
