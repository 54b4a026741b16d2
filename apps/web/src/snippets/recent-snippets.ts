import type { SnippetId } from '@partyline/contract'
import { storedText } from '../platform/stored-choice.ts'

const MAX_RECENT = 50

const storedIds = (owner: string) => storedText('snippets', owner)

/** The snippets that a person has inserted in this browser, latest first. */
export function recentSnippets(owner: string): SnippetId[] {
  try {
    const stored: unknown = JSON.parse(storedIds(owner).read() ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is SnippetId => typeof id === 'string') : []
  } catch {
    // Unreadable.
    return []
  }
}

export function rememberSnippet(owner: string, used: SnippetId): void {
  const recent = [used, ...recentSnippets(owner).filter((id) => id !== used)].slice(0, MAX_RECENT)
  storedIds(owner).write(JSON.stringify(recent))
}
