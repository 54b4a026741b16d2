import { lazy, Suspense } from 'react'
import type { ComponentProps } from 'react'
import { laterExtra } from '../../platform/later.ts'

const ChangeList = lazy(laterExtra(async () => ({ default: (await import('./change-list.tsx')).ChangeList })))

/** What happened to the chat between two messages. Fetched where something did: a chat can be read before it. */
export function ChangesBetween(props: ComponentProps<typeof ChangeList>) {
  if (props.changes.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ChangeList {...props} />
    </Suspense>
  )
}
