import { makeStyles, tokens } from '@fluentui/react-components'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Range } from '../../core/matches.ts'
import { textParts } from './text-parts.ts'

const useStyles = makeStyles({
  link: {
    color: 'inherit',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { textDecorationThickness: '2px' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

export type LinkedTextProps = { text: string; northAmerican: boolean; reachable: boolean }

type Props = LinkedTextProps & {
  /** Renders a part of the text; otherwise it is plain. */
  show?: (part: Range) => ReactNode
}

/** A text with its links. Web links open in a new tab without access to this one. */
export function LinkedText({ text, northAmerican, reachable, show }: Props) {
  const styles = useStyles()
  const parts = useMemo(() => placed(textParts(text, { northAmerican })), [text, northAmerican])
  return parts.map(({ from, text: part, href }) => {
    const content = show?.({ from, to: from + part.length }) ?? part
    return href === null ? (
      content
    ) : (
      <a
        key={from}
        className={styles.link}
        href={href}
        {...(href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer' })}
        tabIndex={reachable ? 0 : -1}
      >
        {content}
      </a>
    )
  })
}

/** The parts, with the position of each in the text. */
function placed<Part extends { text: string }>(parts: readonly Part[]): (Part & { from: number })[] {
  let end = 0
  return parts.map((part) => {
    const from = end
    end += part.text.length
    return { ...part, from }
  })
}
