import { makeStyles, tokens } from '@fluentui/react-components'
import type { PresenceStore } from './presence.ts'
import { PRESENCE_TEXTS } from './presence-texts.ts'
import { useOthers } from './use-others.ts'

const useStyles = makeStyles({
  // In the room below the composer, so that nothing moves when it comes and goes.
  line: {
    position: 'absolute',
    left: '28px',
    right: '28px',
    bottom: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
    pointerEvents: 'none',
    '@media (max-width: 699.98px)': { left: '16px', lineHeight: '12px' },
  },
})

/** Who is writing in the chat just now. Not announced: it would speak over what is being read. */
export function WritingLine({ presence }: { presence: PresenceStore }) {
  const styles = useStyles()
  const writers = useOthers(presence).filter(({ writing }) => writing)
  if (writers.length === 0) return null
  return <span className={styles.line}>{PRESENCE_TEXTS.writing(writers.map(({ name }) => firstName(name)))}</span>
}

function firstName(name: string): string {
  return name.split(/\s+/)[0] ?? name
}
