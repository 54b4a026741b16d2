import { Suspense } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useStore } from '../../platform/use-store.ts'
import { picker } from './pickers.ts'

export const loadPicker = optionalChunk(async () => (await import('./open-picker.tsx')).OpenPicker)
const OpenPicker = lazyComponent(loadPicker)

/** Renders the picker. Its code is loaded with the first one. */
export function PickerHost() {
  const opened = useStore(picker)
  return <Suspense fallback={null}>{opened && <OpenPicker picker={opened} />}</Suspense>
}
