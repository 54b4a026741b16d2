import { ERROR_TEXTS } from '@partyline/contract'
import { makeStyles } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { SessionRequired } from '../auth/index.ts'
import { errorText } from '../platform/api-error.ts'
import { browserStorage } from '../platform/browser-storage.ts'
import { ADMIN_PAGES } from '../platform/admin-pages.ts'
import { useGo, useQueryParameters } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { wait } from '../platform/wait.ts'
import { EmptyState, showToast } from '../ui/index.ts'
import { confirmConsent } from './confirm-consent.ts'
import { CONSENT_WINDOW_PATH, GIVEN, isConsentWindow, REFUSED } from './consent-window.ts'
import { SETUP_TEXTS } from './setup-texts.ts'
import { useConsent } from './use-consent.ts'

type State =
  | { status: 'checking' }
  | { status: 'consented'; isAdmin: boolean }
  | { status: 'failed'; message: string; link: string | null }

const useStyles = makeStyles({ page: { display: 'flex', flexGrow: 1 } })

/** Where Microsoft's consent page redirects to. A Teams popup moves on to its last page; otherwise, shows the result. */
export function ConsentReturnPage() {
  const isRefused = useQueryParameters().has('error')
  const [isBeside] = useState(() => isConsentWindow(browserStorage('sessionStorage')))
  useEffect(() => {
    // A full page load: TeamsJS needs that page's policy.
    if (isBeside) location.replace(`${CONSENT_WINDOW_PATH}?returned=${isRefused ? REFUSED : GIVEN}`)
  }, [isBeside, isRefused])
  if (isBeside) return null
  return (
    <SessionRequired>
      <Outcome />
    </SessionRequired>
  )
}

/** The result of the consent, according to the server. An Admin continues with the setup. */
function Outcome() {
  const styles = useStyles()
  const consent = useConsent()
  const go = useGo()
  const state = useOutcome()
  usePageTitle(TITLES[state.status])
  const isAdminsReturn = state.status === 'consented' && state.isAdmin
  useEffect(() => {
    if (!isAdminsReturn) return
    showToast({ kind: 'done', text: ERROR_TEXTS.consented })
    go(ADMIN_PAGES.setup.path, { replace: true })
  }, [isAdminsReturn, go])
  const toChats = { label: SETUP_TEXTS.toChats, onClick: () => go('/'), primary: true }
  return (
    <main className={styles.page} aria-live="polite" aria-busy={state.status === 'checking'}>
      {state.status === 'checking' && (
        <EmptyState wholePage title={SETUP_TEXTS.checking} text={SETUP_TEXTS.checkingText} />
      )}
      {state.status === 'consented' && !state.isAdmin && (
        <EmptyState wholePage title={TITLES.consented} text={ERROR_TEXTS.consented} action={toChats} />
      )}
      {state.status === 'failed' && (
        <EmptyState
          wholePage
          title={TITLES.failed}
          text={state.message}
          action={
            state.link
              ? { label: SETUP_TEXTS.again, onClick: () => void consent(state.link ?? ''), primary: true }
              : toChats
          }
        />
      )}
    </main>
  )
}

const TITLES = {
  checking: SETUP_TEXTS.checking,
  consented: SETUP_TEXTS.consentedTitle,
  failed: SETUP_TEXTS.failedTitle,
} as const

function useOutcome(): State {
  const api = useApi()
  const query = useQueryParameters()
  const [returned] = useState(() => ({ isRefused: query.has('error'), state: query.get('state') ?? '' }))
  const [state, setState] = useState<State>({ status: 'checking' })

  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    // The redirect proves nothing: the state tells whether this browser started the consent.
    const ask = () => api.call('settings.consented', { query: { state: returned.state }, signal })
    const look = async (): Promise<State> => {
      try {
        const { succeeded, link } = await (returned.isRefused ? ask() : confirmConsent({ ask, wait }))
        if (succeeded && !returned.isRefused) {
          const { role } = await api.call('users.me', { signal })
          return { status: 'consented', isAdmin: role === 'Admin' }
        }
        return { status: 'failed', message: ERROR_TEXTS.notConsented, link }
      } catch (error) {
        return { status: 'failed', message: errorText(error), link: null }
      }
    }
    const show = async () => {
      const next = await look()
      if (!signal.aborted) setState(next)
    }
    void show()
    return () => gone.abort()
  }, [api, returned])

  return state
}
