import { Suspense } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import type { LinkedTextProps } from './linked-text.tsx'
import { lazyComponent } from '../../platform/lazy-component.tsx'

/** Every link matches this; most texts don't. */
const MAY_HAVE_LINK = /\d{3}|@|:\/\/|www\.|\.(?:com|net|org|edu|gov|info|biz)/i

const LinkedText = lazyComponent(optionalChunk(async () => (await import('./linked-text.tsx')).LinkedText))
const FoundText = lazyComponent(optionalChunk(async () => (await import('./found-text.tsx')).FoundText))

type Props = LinkedTextProps & {
  /** A search term, whose words are highlighted; empty for none. */
  found: string
}

/** The text of a message. The code that finds links or words is loaded with the first text that may have some. */
export function MessageText({ found, ...props }: Props) {
  const { text } = props
  if (found === '' && !MAY_HAVE_LINK.test(text)) return text
  return (
    <Suspense fallback={text}>
      {found === '' ? <LinkedText {...props} /> : <FoundText {...props} found={found} />}
    </Suspense>
  )
}
