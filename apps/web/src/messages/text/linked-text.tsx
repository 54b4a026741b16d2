import { makeStyles, tokens } from '@fluentui/react-components'
import { useMemo } from 'react'
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

/** A text with its links. Web links open in a new tab without access to this one. */
export function LinkedText({ text, northAmerican, reachable }: LinkedTextProps) {
  const styles = useStyles()
  const parts = useMemo(() => textParts(text, { northAmerican }), [text, northAmerican])
  return parts.map((part, at) =>
    part.href === null ? (
      part.text
    ) : (
      <a
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a text keep their places
        key={at}
        className={styles.link}
        href={part.href}
        {...(part.href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer' })}
        tabIndex={reachable ? 0 : -1}
      >
        {part.text}
      </a>
    ),
  )
}
