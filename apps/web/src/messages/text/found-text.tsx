import { makeStyles, tokens } from '@fluentui/react-components'
import { useMemo } from 'react'
import { matchesIn } from '../../core/matches.ts'
import type { Range } from '../../core/matches.ts'
import { LinkedText } from './linked-text.tsx'
import type { LinkedTextProps } from './linked-text.tsx'

const useStyles = makeStyles({
  match: {
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorPaletteYellowBackground2,
    color: tokens.colorNeutralForeground1,
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
})

/** A text with its links, and the words of a search highlighted. */
export function FoundText({ found, ...props }: LinkedTextProps & { found: string }) {
  const styles = useStyles()
  const { text } = props
  const matches = useMemo(() => matchesIn(text, found), [text, found])
  const show = (part: Range) =>
    piecesOf(part, matches).map(({ from, to, isMatch }) => {
      const piece = text.slice(from, to)
      return isMatch ? (
        <mark key={from} className={styles.match}>
          {piece}
        </mark>
      ) : (
        piece
      )
    })
  return <LinkedText {...props} show={show} />
}

/** Splits a part of the text at the matches, which may start before it or end after it. */
function piecesOf(part: Range, matches: readonly Range[]): (Range & { isMatch: boolean })[] {
  const pieces: (Range & { isMatch: boolean })[] = []
  let at = part.from
  for (const match of matches) {
    const [from, to] = [Math.max(match.from, at), Math.min(match.to, part.to)]
    if (from >= to) continue
    if (from > at) pieces.push({ from: at, to: from, isMatch: false })
    pieces.push({ from, to, isMatch: true })
    at = to
  }
  if (at < part.to) pieces.push({ from: at, to: part.to, isMatch: false })
  return pieces
}
