import { Suspense, useEffect, useState } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'

/** Controls that have a tooltip, unless their label is visible. */
const WITH_TIP = '[data-tip], button[aria-label], a[aria-label]'

const Tooltips = lazyComponent(optionalChunk(async () => (await import('./tooltips.tsx')).Tooltips))

/** Renders the tooltips of every control. Their code is loaded when a pointer or the keyboard first reaches one. */
export function TooltipHost() {
  const [first, setFirst] = useState<Event | null>(null)
  useEffect(() => {
    const reach = (event: Event) => {
      if ((event.target as Element).closest(WITH_TIP)) setFirst((before) => before ?? event)
    }
    const stop = new AbortController()
    for (const type of ['pointerover', 'keyup']) document.addEventListener(type, reach, stop)
    return () => stop.abort()
  }, [])
  return <Suspense fallback={null}>{first && <Tooltips first={first} />}</Suspense>
}
