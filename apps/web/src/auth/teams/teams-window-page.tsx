import { Button } from '@fluentui/react-components'
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useQueryParameters } from '../../platform/navigation.tsx'
import { usePlatform } from '../../platform/platform-context.tsx'
import { useAuth, useSession } from '../auth-context.tsx'
import { AuthPage } from '../pages/auth-page.tsx'
import { useAuthPageStyles } from '../pages/auth-page.styles.ts'
import { signInErrorText } from '../pages/sign-in-errors.ts'
import { AUTH_TEXTS } from '../pages/texts.ts'
import { TEAMS_WINDOW_PATH } from './teams-sign-in.ts'

/** Marks the return from Microsoft, so that an older session of this window is not used instead. */
const RETURNED = 'returned'

/**
 * The popup for sign-in inside Teams: it signs in with Microsoft, which refuses to be framed, and passes a code to the frame
 * that opened it. The session itself stays in the popup, because the frame has cookies of its own.
 */
export function TeamsWindowPage() {
  const styles = useAuthPageStyles()
  const { api, config } = usePlatform()
  const { signIn } = useAuth()
  const session = useSession()
  const query = useQueryParameters()
  const hasReturned = query.has(RETURNED)
  const loginHint = query.get('login_hint') ?? undefined
  const [failure, setFailure] = useState<string | null>(null)

  /** Redirects to Microsoft. Returns the error if that fails. */
  const begin = useCallback(
    async (hint?: string): Promise<string | null> => {
      try {
        const callbackUrl = `${location.origin}${TEAMS_WINDOW_PATH}?${RETURNED}=1`
        const result = await signIn('azure-ad', { callbackUrl, loginHint: hint })
        if ('error' in result) return signInErrorText(result.error)
        location.assign(result.url)
        return null
      } catch (error) {
        return errorText(error)
      }
    },
    [signIn],
  )

  /** Passes the code to the frame, upon which Teams closes the popup. */
  const handOver = useCallback(async (): Promise<string | null> => {
    try {
      const { code } = await api.call('sessions.signInCode')
      const { app, authentication } = await import('../../platform/teams-sdk.ts')
      await app.initialize(config.teamsOrigins)
      authentication.notifySuccess(code)
      return null
    } catch (error) {
      return errorText(error)
    }
  }, [api, config])

  const isDone = hasReturned && session.status === 'authenticated'
  useEffect(() => {
    const run = async () => setFailure(await (isDone ? handOver() : begin(loginHint)))
    void run()
  }, [begin, handOver, isDone, loginHint])

  /** Without a login hint: Teams' own user may be the one who can't sign in. */
  async function retry() {
    setFailure(null)
    setFailure(await begin())
  }

  return (
    <AuthPage title={AUTH_TEXTS.signIn} notice={failure}>
      <Button className={styles.button} size="large" disabledFocusable={failure === null} onClick={() => void retry()}>
        {failure === null ? AUTH_TEXTS.signingIn : AUTH_TEXTS.retry}
      </Button>
    </AuthPage>
  )
}
