import { routes } from '@partyline/contract'
import { makeStyles } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { errorText } from '../platform/api-error.ts'
import { browserStorage } from '../platform/browser-storage.ts'
import { useQueryParameters } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { usePlatform } from '../platform/platform-context.tsx'
import { EmptyState } from '../ui/index.ts'
import { beginConsentWindow, GIVEN, REFUSED } from './consent-window.ts'
import { SETUP_TEXTS } from './setup-texts.ts'

const useStyles = makeStyles({ page: { display: 'flex', flexGrow: 1 } })

/**
 * The consent popup of Teams. It redirects to Microsoft, and on return tells Teams to close it. The frame that opened it asks
 * the server for the result.
 */
export function ConsentWindowPage() {
  const styles = useStyles()
  const { config } = usePlatform()
  const returned = useQueryParameters().get('returned')
  const [failure, setFailure] = useState<string | null>(null)
  usePageTitle(SETUP_TEXTS.checking)

  useEffect(() => {
    const end = async () => {
      try {
        const { app, authentication } = await import('../platform/teams-sdk.ts')
        await app.initialize(config.teamsOrigins)
        authentication.notifySuccess(returned === GIVEN ? GIVEN : REFUSED)
      } catch (error) {
        setFailure(errorText(error))
      }
    }
    if (returned !== null) void end()
    else {
      beginConsentWindow(browserStorage('sessionStorage'))
      location.replace(routes['auth.consent'].path)
    }
  }, [config, returned])

  return (
    <main className={styles.page} aria-live="polite" aria-busy={failure === null}>
      <EmptyState
        wholePage
        title={failure === null ? SETUP_TEXTS.leaving : SETUP_TEXTS.windowDone}
        text={failure === null ? SETUP_TEXTS.checkingText : SETUP_TEXTS.windowDoneText}
      />
    </main>
  )
}
