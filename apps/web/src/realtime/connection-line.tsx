import { makeStyles, tokens } from '@fluentui/react-components'
import { PlugDisconnectedRegular } from '@fluentui/react-icons/svg/plug-disconnected'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLinkTo } from '../platform/navigation.tsx'
import type { Realtime } from './realtime.ts'
import { connectionText, REALTIME_TEXTS } from './realtime-texts.ts'
import { useOnline } from './use-online.ts'

/** A connection that is back sooner than this was never worth a word. Milliseconds. */
const PATIENCE_MS = 2_000

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorStatusWarningForeground1,
    borderBottom: `1px solid ${tokens.colorStatusWarningBorder1}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  icon: { flexShrink: 0, fontSize: '16px' },
  again: {
    padding: 0,
    border: 'none',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'underline',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
  },
})

/** One quiet line while the connection is away. It blocks nothing: reading and writing go on. */
export function ConnectionLine({ realtime }: { realtime: Realtime }) {
  const state = useSyncExternalStore(realtime.subscribe, realtime.state)
  const online = useOnline()
  const text = online ? connectionText(state) : REALTIME_TEXTS.offline
  return (
    <output>
      {text && (
        <PatientLine text={text} onAgain={online && state === 'Disconnected' ? () => void realtime.wake() : null} />
      )}
    </output>
  )
}

function PatientLine({ text, onAgain }: { text: string; onAgain: (() => void) | null }) {
  const styles = useStyles()
  const link = useLinkTo()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <span className={styles.line}>
      <PlugDisconnectedRegular className={styles.icon} aria-hidden />
      {text}
      {onAgain && (
        <button type="button" className={styles.again} onClick={onAgain}>
          {REALTIME_TEXTS.reconnect}
        </button>
      )}
      <Link href={link('/connection')} className={styles.again}>
        {REALTIME_TEXTS.more}
      </Link>
    </span>
  )
}
