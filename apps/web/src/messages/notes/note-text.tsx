import type { MemberId, Note } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { Fragment, useMemo } from 'react'
import type { Range } from '../../core/matches.ts'
import type { People } from '../../core/people.ts'
import { FoundText } from '../text/found-text.tsx'
import { LinkedText } from '../text/linked-text.tsx'
import { mentionRanges } from '../../core/notes/mentions.ts'
import type { Mentioned } from '../../core/notes/mentions.ts'
import { namedMentions } from './note-mentions.ts'
import { useNoteStyles } from './note.styles.ts'

type Props = {
  note: Note
  people: People
  me: MemberId
  /** A search term, whose words are highlighted; empty for none. */
  found: string
  northAmerican: boolean
  reachable: boolean
}

/** The text of a note, with its links, and with the people whom it mentions. */
export function NoteText({ note, people, me, found, ...links }: Props) {
  const styles = useNoteStyles()
  const { text } = note
  const mentions = useMemo(() => mentionRanges(text, namedMentions(note, people)), [text, note, people])
  const isMine = ({ id }: Mentioned) => id === 'everyone' || (id as string) === me
  const show = (part: Range) =>
    piecesOf(part, mentions).map(({ from, to, mentioned }) => {
      const piece = text.slice(from, to)
      if (mentioned === null) return <Fragment key={from}>{piece}</Fragment>
      return (
        <bdi key={from} className={mergeClasses(styles.mention, isMine(mentioned) && styles.mine)}>
          {piece}
        </bdi>
      )
    })
  if (found !== '') return <FoundText text={text} found={found} {...links} />
  return <LinkedText text={text} {...links} show={show} />
}

type Piece = Range & { mentioned: Mentioned | null }

/** Cuts a part of the text at the mentions in it. */
function piecesOf(part: Range, mentions: readonly (Range & { mentioned: Mentioned })[]): Piece[] {
  const pieces: Piece[] = []
  let at = part.from
  for (const mention of mentions) {
    const { from, to, mentioned } = mention
    if (from < at || to > part.to) continue
    if (from > at) pieces.push({ from: at, to: from, mentioned: null })
    pieces.push({ from, to, mentioned })
    at = to
  }
  if (at < part.to) pieces.push({ from: at, to: part.to, mentioned: null })
  return pieces
}
