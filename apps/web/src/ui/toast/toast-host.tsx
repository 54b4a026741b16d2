import { Suspense } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useStore } from '../../platform/use-store.ts'
import { toasts } from './toasts.ts'

const ToastView = lazyComponent(optionalChunk(async () => (await import('./toast-view.tsx')).ToastView, { soon: true }))

/** Renders the toast. Its code is loaded with the first one. */
export function ToastHost() {
  const shown = useStore(toasts)
  return <Suspense fallback={null}>{shown && <ToastView key={shown.key} toast={shown.toast} />}</Suspense>
}
