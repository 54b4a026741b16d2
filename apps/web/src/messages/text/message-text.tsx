import { Suspense } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import type { LinkedTextProps } from './linked-text.tsx'
import { lazyComponent } from '../../platform/lazy-component.tsx'

/** Every link matches this; most texts don't. */
const MAY_HAVE_LINK = /\d{3}|@|:\/\/|www\./i

const LinkedText = lazyComponent(optionalChunk(async () => (await import('./linked-text.tsx')).LinkedText))

/** The text of a message. The code that finds links is loaded with the first text that may have some. */
export function MessageText(props: LinkedTextProps) {
  const { text } = props
  if (!MAY_HAVE_LINK.test(text)) return text
  return (
    <Suspense fallback={text}>
      <LinkedText {...props} />
    </Suspense>
  )
}
