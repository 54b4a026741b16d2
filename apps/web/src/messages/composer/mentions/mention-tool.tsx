import type { Ref } from 'react'
import { atTermAt } from '../../../core/notes/mentions.ts'
import { lazyChunk } from '../../../platform/chunks.ts'
import { SuggestionTool } from '../../../ui/index.ts'
import type { SuggestionToolHandle } from '../../../ui/index.ts'
import type { MentionPlace } from './mention-list.tsx'
import { MENTION_TEXTS } from './mention-texts.ts'

export const loadMentionList = lazyChunk(async () => (await import('./mention-list.tsx')).MentionList)
const CHUNK = { name: 'mention-list', load: loadMentionList }

/** The list of people above the composer, while `@` has opened it. */
export function MentionTool({ ref, ...place }: MentionPlace & { ref: Ref<SuggestionToolHandle> }) {
  return (
    <SuggestionTool ref={ref} field={place.field} termAt={atTermAt} chunk={CHUNK} texts={MENTION_TEXTS} place={place} />
  )
}
