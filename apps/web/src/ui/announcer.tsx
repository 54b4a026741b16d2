import { makeStyles } from '@fluentui/react-components'
import { createStore } from '../platform/store.ts'
import { useStore } from '../platform/use-store.ts'

const useStyles = makeStyles({
  region: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
})

const announced = createStore({ text: '', count: 0 })

/** Announces a text politely to screen readers. Of several calls in a row, only the last is spoken: join them. */
export function announce(text: string): void {
  announced.set({ text, count: announced.current().count + 1 })
}

/** Announces a text after another one at the same moment, which it would otherwise cut off. */
export function announceAlso(text: string): void {
  const { count } = announced.current()
  queueMicrotask(() => {
    const last = announced.current()
    announce(last.count === count ? text : `${last.text}\n${text}`)
  })
}

/** The live region that {@link announce} writes into. The shell renders it once. */
export function Announcer() {
  const { text, count } = useStore(announced)
  // A new key makes a new node, so that a repeated announcement is spoken again.
  return (
    <output className={useStyles().region}>
      <span key={count}>{text}</span>
    </output>
  )
}
