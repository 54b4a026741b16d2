import { Suspense, useLayoutEffect, useState } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import { layers } from '../../platform/layers.ts'
import { useStore } from '../../platform/use-store.ts'
import { modals } from './modals.ts'
import type { OpenedModal } from './modals.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'

const ModalLayer = lazyComponent(
  optionalChunk(async () => (await import('./modal-layer.tsx')).ModalLayer, { soon: true }),
)

/** Renders the modals. Their code is loaded when the first one opens. */
export function ModalHost() {
  const opened = useStore(modals)
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

/** Lets Back close a modal, unless its form is being submitted. */
function BackCloses({ modalKey }: { modalKey: OpenedModal['key'] }) {
  useLayoutEffect(
    () =>
      layers().open(() => {
        modals.close(modalKey)
        return !modals.current().some(({ key }) => key === modalKey)
      }),
    [modalKey],
  )
  return null
}
