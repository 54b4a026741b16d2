import { FoundText } from './found-text.tsx'
import { LinkedText } from './linked-text.tsx'
import type { LinkedTextProps } from './linked-text.tsx'

/** Every link matches this; most texts don't. */
const MAY_HAVE_LINK = /\d{3}|@|:\/\/|www\.|\.(?:com|net|org|edu|gov|info|biz)/i

type Props = LinkedTextProps & {
  /** A search term, whose words are highlighted; empty for none. */
  found: string
}

/** The text of a message, with its links. */
export function MessageText({ found, ...props }: Props) {
  const { text } = props
  if (found !== '') return <FoundText {...props} found={found} />
  return MAY_HAVE_LINK.test(text) ? <LinkedText {...props} /> : text
}
