import { Suspense, useState, useSyncExternalStore } from 'react'
import { laterExtra, lazyPart } from '../../platform/later.ts'
import { modals } from './modals.ts'

const ModalLayer = lazyPart(laterExtra(async () => (await import('./modal-layer.tsx')).ModalLayer))

/** Where modals are shown; nothing of them is loaded before one is opened. */
export function ModalHost() {
  const opened = useSyncExternalStore(modals.subscribe, modals.current)
  const [used, setUsed] = useState(false)
  if (opened.length > 0 && !used) setUsed(true)
  return <Suspense fallback={null}>{used && <ModalLayer opened={opened} />}</Suspense>
}
