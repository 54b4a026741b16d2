import { Button } from '@fluentui/react-components'
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useQueryParameters } from '../../platform/navigation.tsx'
import { usePlatform } from '../../platform/platform-context.tsx'
import { useAuth, useSession } from '../auth-context.tsx'
import { AuthPage } from '../pages/auth-page.tsx'
import { useAuthPageStyles } from '../pages/auth-page.styles.ts'
import { AUTH_TEXTS, signInErrorText } from '../pages/texts.ts'
import { TEAMS_WINDOW_PATH } from './teams-sign-in.ts'

/** Says that the person was at Microsoft, so that the window's own older session is not taken instead. */
const RETURNED = 'returned'

/**
 * The window beside Teams: signs in at Microsoft, which refuses to be framed, and hands a code to the frame that opened
 * it. The session itself stays here: a frame inside Teams has cookies of its own.
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

  /** Goes to Microsoft; why it does not, where it does not. */
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

  /** Gives the frame its code, upon which Teams closes the window. */
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

  /** As whoever wants to: the person of Teams may be the one who could not. */
  async function again() {
    setFailure(null)
    setFailure(await begin())
  }

  return (
    <AuthPage title={AUTH_TEXTS.signIn} notice={failure}>
      <Button className={styles.button} size="large" disabledFocusable={failure === null} onClick={() => void again()}>
        {failure === null ? AUTH_TEXTS.signingIn : AUTH_TEXTS.retry}
      </Button>
    </AuthPage>
  )
}
