import { mergeClasses } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { personOf, useSession } from '../auth/index.ts'
import { loadLaterParts } from '../platform/later.ts'
import { useOpenedChat } from '../platform/navigation.tsx'
import { usePlatform } from '../platform/platform-context.tsx'
import { Announcer, ModalHost, ProductMark } from '../ui/index.ts'
import { PathInitialiser } from './path-initialiser.tsx'
import { PersonButton } from './person-button.tsx'
import { AppRoutes } from './routes.tsx'
import { useShellStyles } from './shell.styles.ts'

/** What stands around every screen. */
export function Shell() {
  const session = useSession()
  const { status } = session
  const person = personOf(session)
  const client = useQueryClient()
  useEffect(() => {
    if (status === 'authenticated') void loadLaterParts(() => rest(client))
  }, [status, client])
  return (
    <>
      {person !== null && <PathInitialiser key={person} />}
      <TopBar />
      <Suspense fallback={null}>
        <AppRoutes />
      </Suspense>
      <ModalHost />
      <Announcer />
    </>
  )
}

/** How long Safari, which does not say when it is at rest, is left alone. Milliseconds. */
const REST_MS = 2_000

/** Waits until nothing is asked for that somebody may be waiting for, and nothing is being drawn. */
async function rest(client: QueryClient): Promise<void> {
  do await idle()
  while (client.isFetching() > 0)
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, REST_MS)
  })
}

/** Our own bar; Teams brings its own. */
function TopBar() {
  const styles = useShellStyles()
  const { config, surface } = usePlatform()
  const session = useSession()
  const [openedChat] = useOpenedChat()
  if (surface === 'teams' || session.status !== 'authenticated') return null
  return (
    <header className={mergeClasses(styles.bar, openedChat !== null && styles.barAwayWhenNarrow)}>
      <div className={styles.brand}>
        <ProductMark size={24} />
        {config.appName}
      </div>
      <PersonButton />
    </header>
  )
}
