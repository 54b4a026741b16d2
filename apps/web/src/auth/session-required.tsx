import { makeStyles } from '@fluentui/react-components'
import { Fragment, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useGo, useWholeAddress } from '../platform/navigation.tsx'
import { EmptyState } from '../ui/index.ts'
import { useAuth, useSession } from './auth-context.tsx'
import { AUTH_TEXTS } from './pages/texts.ts'

const useStyles = makeStyles({ page: { display: 'flex', flexGrow: 1, alignItems: 'center', justifyContent: 'center' } })

/** Shows its children to a signed-in person, and sends everyone else to the sign-in page. */
export function SessionRequired({ children }: { children: ReactNode }) {
  const styles = useStyles()
  const state = useSession()
  const { store } = useAuth()
  const here = useWholeAddress()
  const go = useGo()

  const { status } = state
  useEffect(() => {
    if (status !== 'unauthenticated') return
    const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: here })
    go(`/auth/signin?${query.toString()}`, { replace: true })
  }, [status, here, go])

  if (state.status === 'authenticated') {
    // If another person signs in, in another tab, all state starts fresh.
    const { tenantId, id } = state.session.user
    return <Fragment key={`${tenantId}/${id}`}>{children}</Fragment>
  }
  if (state.status === 'unauthenticated' || state.failure === null) return null
  return (
    <main className={styles.page}>
      <EmptyState
        wholePage
        title={AUTH_TEXTS.unavailableTitle}
        text={state.failure}
        action={{ label: AUTH_TEXTS.retry, onClick: () => void store.refresh() }}
      />
    </main>
  )
}
