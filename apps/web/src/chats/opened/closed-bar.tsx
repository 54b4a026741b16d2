import { useEffect } from 'react'
import { announce } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useOpenedStyles } from './opened.styles.ts'

/** Stands in the composer's place in a chat that was deleted, perhaps while somebody wrote in it. */
export function ClosedBar() {
  const styles = useOpenedStyles()
  useEffect(() => announce(CHAT_TEXTS.closed), [])
  return <p className={styles.notComposer}>{CHAT_TEXTS.closed}</p>
}
