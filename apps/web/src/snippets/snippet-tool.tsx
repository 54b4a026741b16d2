import type { Ref } from 'react'
import { lazyChunk } from '../platform/chunks.ts'
import { SuggestionTool } from '../ui/index.ts'
import type { SuggestionToolHandle } from '../ui/index.ts'
import { slashTermAt } from './slash-term.ts'
import type { SnippetPlace } from './snippet-place.ts'
import { SNIPPET_TEXTS } from './snippet-texts.ts'

const CHUNK = { name: 'snippet-list', load: lazyChunk(async () => (await import('./snippet-list.tsx')).SnippetList) }

type Props = SnippetPlace & { ref: Ref<SuggestionToolHandle> }

/** The list of snippets above the composer, while it is open. */
export function SnippetTool({ ref, ...place }: Props) {
  return (
    <SuggestionTool
      ref={ref}
      field={place.field}
      termAt={slashTermAt}
      chunk={CHUNK}
      texts={SNIPPET_TEXTS}
      place={place}
    />
  )
}
