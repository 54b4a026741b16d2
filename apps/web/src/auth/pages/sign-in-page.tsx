import { Button } from '@fluentui/react-components'
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useQueryParameters } from '../../platform/navigation.tsx'
import { usePlatform } from '../../platform/platform-context.tsx'
import { basenameOf } from '../../platform/surface.ts'
import { useAuth, useSession } from '../auth-context.tsx'
import type { SignInResult } from '../session/sign-in.ts'
import type { TeamsRefusal } from '../teams/teams-refusal.ts'
import { AuthPage } from './auth-page.tsx'
import { useAuthPageStyles } from './auth-page.styles.ts'
import { safeCallbackUrl } from './callback-url.ts'
import { errorPageText, signInErrorText } from './sign-in-errors.ts'
import { AUTH_TEXTS } from './texts.ts'

/** Why people inside Teams see the sign-in page, which usually signs them in silently. */
const TEAMS_REFUSALS: Record<TeamsRefusal, string | null> = {
  consent: 'Teams can’t sign you in until an administrator of your organization has consented. Please sign in here.',
  interaction: 'Microsoft needs you to sign in again. Please sign in here.',
  other: null,
}

export function SignInPage() {
  const styles = useAuthPageStyles()
  const { signIn, teams, store } = useAuth()
  const session = useSession()
  const query = useQueryParameters()
  const basename = basenameOf(usePlatform().surface)
  const [leaving, setLeaving] = useState(teams !== null)
  const [failure, setFailure] = useState<string | null>(null)
  const callbackUrl = safeCallbackUrl(query.get('callbackUrl'), { origin: location.origin, basename })
  const error = query.get('error')
  // On the first visit to the home page, no session is nothing to report.
  const isFirstVisit =
    error === 'SessionRequired' && callbackUrl === safeCallbackUrl(null, { origin: location.origin, basename })

  const signedIn = session.status === 'authenticated'
  useEffect(() => {
    // Already signed in, perhaps just now in another tab.
    if (signedIn) location.replace(callbackUrl)
  }, [signedIn, callbackUrl])

  /** Navigates to the result of a sign-in, or shows why it failed. */
  const follow = useCallback(
    async (attempt: Promise<SignInResult | { refusal: TeamsRefusal } | null>) => {
      try {
        const result = await attempt
        if (result === null) setFailure(AUTH_TEXTS.closed)
        else if ('refusal' in result) setFailure(TEAMS_REFUSALS[result.refusal])
        else if ('error' in result) setFailure(errorPageText(result.error).text)
        // Inside Teams there is a session now; elsewhere, the next stop is Microsoft.
        else if (teams) await store.refresh()
        else return location.assign(result.url)
      } catch (error) {
        setFailure(errorText(error))
      }
      setLeaving(false)
    },
    [store, teams],
  )

  function begin() {
    if (leaving) return
    setLeaving(true)
    setFailure(null)
    const loginHint = query.get('login_hint') ?? undefined
    void follow(teams ? teams.inPopup(callbackUrl) : signIn('azure-ad', { callbackUrl, loginHint }))
  }

  const isSilent = teams !== null && session.status === 'unauthenticated'
  useEffect(() => {
    const attempt = async () => {
      // If it is refused, the person has to click.
      if (isSilent) await follow(teams.silently(callbackUrl))
    }
    void attempt()
  }, [isSilent, follow, teams, callbackUrl])

  useEffect(() => {
    // Back restores this page as it was left.
    const restore = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    addEventListener('pageshow', restore)
    return () => removeEventListener('pageshow', restore)
  }, [])

  return (
    <AuthPage title="Sign in" notice={failure ?? (isFirstVisit ? null : signInErrorText(error))}>
      <Button
        className={styles.button}
        size="large"
        icon={<MicrosoftLogo />}
        disabledFocusable={leaving}
        onClick={begin}
      >
        {leaving ? (teams ? AUTH_TEXTS.signingInSilently : AUTH_TEXTS.signingIn) : AUTH_TEXTS.signIn}
      </Button>
      <p className={styles.small}>{AUTH_TEXTS.account}</p>
    </AuthPage>
  )
}

/** Microsoft's logo, in the colors that its branding rules require. */
function MicrosoftLogo() {
  return (
    <svg width="20" height="20" viewBox="0 0 21 21" aria-hidden="true">
      <path fill="#f25022" d="M0 0h10v10H0z" />
      <path fill="#7fba00" d="M11 0h10v10H11z" />
      <path fill="#00a4ef" d="M0 11h10v10H0z" />
      <path fill="#ffb900" d="M11 11h10v10H11z" />
    </svg>
  )
}
