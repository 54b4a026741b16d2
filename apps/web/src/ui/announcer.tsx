import { makeStyles } from '@fluentui/react-components'
import { useEffect, useState } from 'react'

const useStyles = makeStyles({
  region: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
})

const listeners = new Set<(text: string) => void>()

/** Lets screen readers say something when they have finished what they say. What comes at once belongs into one call. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text)
}

/** The live region that {@link announce} writes into; it stands once, in the shell. */
export function Announcer() {
  const [said, setSaid] = useState({ text: '', count: 0 })
  useEffect(() => {
    const listener = (text: string) => setSaid(({ count }) => ({ text, count: count + 1 }))
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  // The key makes a new node of each sentence, so that the same one is said twice when it is announced twice.
  return (
    <output className={useStyles().region}>
      <span key={said.count}>{said.text}</span>
    </output>
  )
}
