import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { laterExtra, lazyPart } from '../../platform/later.ts'
import { layers } from '../../platform/layers.ts'
import { modals } from './modals.ts'
import type { OpenedModal } from './modals.ts'

const ModalLayer = lazyPart(laterExtra(async () => (await import('./modal-layer.tsx')).ModalLayer))

/** Where modals are shown; nothing of them is loaded before one is opened. */
export function ModalHost() {
  const opened = useSyncExternalStore(modals.subscribe, modals.current)
  const [used, setUsed] = useState(false)
  if (opened.length > 0 && !used) setUsed(true)
  return (
    <>
      {opened.map(({ key }) => (
        <BackCloses key={key} modalKey={key} />
      ))}
      <Suspense fallback={null}>{used && <ModalLayer opened={opened} />}</Suspense>
    </>
  )
}

/** Lets Back close a modal, unless its form is being sent. */
function BackCloses({ modalKey }: { modalKey: OpenedModal['key'] }) {
  useEffect(
    () =>
      layers().open(() => {
        modals.close(modalKey)
        return !modals.current().some(({ key }) => key === modalKey)
      }),
    [modalKey],
  )
  return null
}
