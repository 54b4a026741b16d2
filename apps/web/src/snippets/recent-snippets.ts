import type { SnippetId } from '@partyline/contract'
import { browserStorage } from '../platform/browser-storage.ts'

const MAX_RECENT = 50

const keyOf = (owner: string) => `partyline.snippets.${owner}`

/** The snippets that a person has inserted in this browser, latest first. */
export function recentSnippets(owner: string): SnippetId[] {
  try {
    const stored: unknown = JSON.parse(browserStorage('localStorage')?.getItem(keyOf(owner)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is SnippetId => typeof id === 'string') : []
  } catch {
    // Unreadable.
    return []
  }
}

export function rememberSnippet(owner: string, used: SnippetId): void {
  const recent = [used, ...recentSnippets(owner).filter((id) => id !== used)].slice(0, MAX_RECENT)
  try {
    browserStorage('localStorage')?.setItem(keyOf(owner), JSON.stringify(recent))
  } catch {
    // Storage is full: the list keeps its order.
  }
}
