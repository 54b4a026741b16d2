import { routes } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useGo, useQueryParameters } from '../../platform/navigation.tsx'
import { usePlatform } from '../../platform/platform-context.tsx'
import { AuthPage } from './auth-page.tsx'
import { useAuthPageStyles } from './auth-page.styles.ts'
import { errorPageText } from './sign-in-errors.ts'
import { AUTH_TEXTS } from './texts.ts'

/** Where the server redirects after a sign-in that failed for good. */
export function SignInErrorPage() {
  const styles = useAuthPageStyles()
  const query = useQueryParameters()
  const { surface } = usePlatform()
  const go = useGo()
  const error = query.get('error')
  const { title, text } = errorPageText(error)

  function back() {
    // The server remembers this sign-in's callback URL, except for Teams' frame, which has cookies of its own.
    if (surface === 'teams') go('/auth/signin')
    else location.assign(routes['auth.signInPage'].path)
  }

  return (
    <AuthPage title={title} notice={`${title}. ${text}`}>
      {error === 'ConsentRequired' && (
        <Button
          as="a"
          className={styles.button}
          appearance="primary"
          size="large"
          href={routes['auth.consent'].path}
          target={surface === 'teams' ? '_blank' : '_self'}
        >
          {AUTH_TEXTS.consent}
        </Button>
      )}
      <Button className={styles.button} size="large" onClick={back}>
        {AUTH_TEXTS.back}
      </Button>
    </AuthPage>
  )
}
