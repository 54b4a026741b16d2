import { Suspense } from 'react'
import { laterExtra, lazyPart } from '../../platform/later.ts'
import type { LinkedTextProps } from './linked-text.tsx'

/** What every link has some of; most texts have none of it. */
const SIGN_OF_LINK = /\d{3}|@|:\/\/|www\./i

const LinkedText = lazyPart(laterExtra(async () => (await import('./linked-text.tsx')).LinkedText))

/** The text of a message. What finds its links is fetched with the first text that may have some. */
export function MessageText(props: LinkedTextProps) {
  const { text } = props
  if (!SIGN_OF_LINK.test(text)) return text
  return (
    <Suspense fallback={text}>
      <LinkedText {...props} />
    </Suspense>
  )
}
