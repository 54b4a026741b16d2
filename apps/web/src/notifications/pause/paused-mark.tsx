import { makeStyles, mergeClasses } from '@fluentui/react-components'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useMe } from '../../users/index.ts'

const PauseSign = lazyComponent(optionalChunk(async () => (await import('./pause-sign.tsx')).PauseSign))

const useStyles = makeStyles({ mark: { position: 'relative', display: 'inline-flex' } })

/** Something with a sign at its corner while the person has paused notifications. */
export function PausedMark({ className, children }: { className?: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <span className={mergeClasses(styles.mark, className)}>
      {children}
      {useMe()?.pausedUntil && (
        <Suspense fallback={null}>
          <PauseSign />
        </Suspense>
      )}
    </span>
  )
}
