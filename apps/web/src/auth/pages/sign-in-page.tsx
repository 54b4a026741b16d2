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
import { MicrosoftLogo } from './microsoft-logo.tsx'
import { TEAMS_REFUSALS } from './refusal-texts.ts'
import { AUTH_TEXTS, errorPageText, signInErrorText } from './texts.ts'

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
  // Who comes to the front door has not been turned away from anything.
  const isFirstVisit =
    error === 'SessionRequired' && callbackUrl === safeCallbackUrl(null, { origin: location.origin, basename })

  const signedIn = session.status === 'authenticated'
  useEffect(() => {
    // Signed in already, perhaps in another tab just now.
    if (signedIn) location.replace(callbackUrl)
  }, [signedIn, callbackUrl])

  /** Goes on to where the sign-in leads, or says why it does not. */
  const follow = useCallback(
    async (attempt: Promise<SignInResult | { refusal: TeamsRefusal } | null>) => {
      try {
        const result = await attempt
        if (result === null) setFailure(AUTH_TEXTS.closed)
        else if ('refusal' in result) setFailure(TEAMS_REFUSALS[result.refusal])
        else if ('error' in result) setFailure(errorPageText(result.error).text)
        // Inside Teams the session is here already; elsewhere the way leads to Microsoft.
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
    void follow(teams ? teams.beside(callbackUrl) : signIn('azure-ad', { callbackUrl, loginHint }))
  }

  const isSilent = teams !== null && session.status === 'unauthenticated'
  useEffect(() => {
    const attempt = async () => {
      // Where it is refused, the person is asked.
      if (isSilent) await follow(teams.silently(callbackUrl))
    }
    void attempt()
  }, [isSilent, follow, teams, callbackUrl])

  useEffect(() => {
    // Coming back with the browser's arrow restores this page as it was left.
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
