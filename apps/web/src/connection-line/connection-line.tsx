import { makeStyles, tokens } from '@fluentui/react-components'
import { PlugDisconnectedRegular } from '@fluentui/react-icons/svg/plug-disconnected'
import { useEffect, useState } from 'react'
import { Link, useLinkTo } from '../platform/navigation.tsx'
import { useOnline } from '../platform/use-online.ts'
import { useStore } from '../platform/use-store.ts'
import type { Realtime } from '../core/realtime/realtime.ts'
import { CONNECTION_LINE_TEXTS, connectionText } from './connection-line-texts.ts'

/** Shorter interruptions are not shown. Milliseconds. */
const SHOW_DELAY_MS = 2_000

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

/** One line while there is no connection. People can continue to read and write. */
export function ConnectionLine({ realtime }: { realtime: Realtime }) {
  const { state } = useStore(realtime.facts)
  const online = useOnline()
  const text = online ? connectionText(state) : CONNECTION_LINE_TEXTS.offline
  return (
    <output>
      {text && (
        <DelayedLine text={text} onAgain={online && state === 'Disconnected' ? () => void realtime.wake() : null} />
      )}
    </output>
  )
}

function DelayedLine({ text, onAgain }: { text: string; onAgain: (() => void) | null }) {
  const styles = useStyles()
  const link = useLinkTo()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <span className={styles.line}>
      <PlugDisconnectedRegular className={styles.icon} aria-hidden />
      {text}
      {onAgain && (
        <button type="button" className={styles.again} onClick={onAgain}>
          {CONNECTION_LINE_TEXTS.reconnect}
        </button>
      )}
      <Link href={link('/connection')} className={styles.again}>
        {CONNECTION_LINE_TEXTS.more}
      </Link>
    </span>
  )
}
