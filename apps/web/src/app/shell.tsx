import { mergeClasses } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { personOf, useSession } from '../auth/index.ts'
import { isMetered, loadOnApproach, preloadChunks } from '../platform/chunks.ts'
import { Link, useOpenedChat, usePath } from '../platform/navigation.tsx'
import { usePlatform } from '../platform/platform-context.tsx'
import { loadReportsPage } from '../reports/index.ts'
import { Announcer, ModalHost, ProductMark, ToastHost, TooltipHost } from '../ui/index.ts'
import { PageFocus } from './page-focus.tsx'
import { PathPrefetcher } from './path-prefetcher.tsx'
import { PersonButton } from './person-button.tsx'
import { AppRoutes } from './routes.tsx'
import { useShellStyles } from './shell.styles.ts'
import { APP_TEXTS } from './texts.ts'

/** The frame around every screen. */
export function Shell() {
  const session = useSession()
  const { status } = session
  const person = personOf(session)
  const client = useQueryClient()
  useEffect(() => {
    if (status === 'authenticated' && !isMetered(navigator as { connection?: object }))
      void preloadChunks(() => idleNetwork(client))
  }, [status, client])
  return (
    <>
      {person !== null && <PathPrefetcher key={person} />}
      <PageFocus />
      <TopBar />
      <Suspense fallback={null}>
        <AppRoutes />
      </Suspense>
      <ModalHost />
      <ToastHost />
      <TooltipHost />
      <Announcer />
    </>
  )
}

/** Delay for Safari, which has no idle callback. Milliseconds. */
const IDLE_FALLBACK_MS = 2_000

/** Waits until no query is loading and the browser is idle. */
async function idleNetwork(client: QueryClient): Promise<void> {
  do await idle()
  while (client.isFetching() > 0)
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, IDLE_FALLBACK_MS)
  })
}

/** The screens for everyday work. */
const SECTIONS = [
  ['/', APP_TEXTS.chats],
  ['/contacts', APP_TEXTS.contacts],
  ['/reports', APP_TEXTS.reports, loadReportsPage],
] as const

function Sections() {
  const styles = useShellStyles()
  const path = usePath()
  return (
    <nav className={styles.sections} aria-label={APP_TEXTS.sections}>
      {SECTIONS.map(([to, name, load]) => (
        <Link
          key={to}
          href={to}
          className={mergeClasses(styles.section, to === path && styles.sectionHere)}
          aria-current={to === path ? 'page' : undefined}
          {...(load && loadOnApproach(load))}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** The top bar; Teams has its own. */
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
        <span className={styles.appName}>{config.appName}</span>
      </div>
      <Sections />
      <PersonButton />
    </header>
  )
}
