import type { SnippetId } from '@partyline/contract'
import { recentlyUsed } from '../platform/recently-used.ts'

const MAX_RECENT = 50

const recentOf = (owner: string) => recentlyUsed('snippets', owner, MAX_RECENT)

/** The snippets that a person has inserted in this browser, latest first. */
export const recentSnippets = (owner: string) => recentOf(owner).read() as SnippetId[]

export const rememberSnippet = (owner: string, used: SnippetId) => recentOf(owner).add(used)
