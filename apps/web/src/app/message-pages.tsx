import type { ReactNode } from 'react'
import { useGo } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { EmptyState } from '../ui/index.ts'
import { useShellStyles } from './shell.styles.ts'
import { APP_TEXTS } from './texts.ts'

function Page({ children }: { children: ReactNode }) {
  return <main className={useShellStyles().page}>{children}</main>
}

/** Shown if a screen fails to render. */
export function BrokenPage() {
  const action = { label: APP_TEXTS.reload, onClick: () => location.reload(), primary: true }
  return (
    <Page>
      <EmptyState wholePage title={APP_TEXTS.brokenTitle} text={APP_TEXTS.brokenText} action={action} />
    </Page>
  )
}

/** Shown if the configuration can't be loaded. */
export function StartFailedPage({ onRetry }: { onRetry: () => void }) {
  const action = { label: APP_TEXTS.retry, onClick: onRetry, primary: true }
  return (
    <Page>
      <EmptyState wholePage title={APP_TEXTS.startFailedTitle} text={APP_TEXTS.startFailedText} action={action} />
    </Page>
  )
}

export function NotFoundPage() {
  const go = useGo()
  usePageTitle(APP_TEXTS.notFoundTitle)
  const action = { label: APP_TEXTS.toChats, onClick: () => go('/') }
  return (
    <Page>
      <EmptyState wholePage title={APP_TEXTS.notFoundTitle} text={APP_TEXTS.notFoundText} action={action} />
    </Page>
  )
}
