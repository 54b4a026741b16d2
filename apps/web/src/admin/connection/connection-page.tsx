import { Button } from '@fluentui/react-components'
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left'
import { useGo } from '../../platform/navigation.tsx'
import { usePageTitle } from '../../platform/page-title.tsx'
import type { Realtime } from '../../core/realtime/realtime.ts'
import { useMe } from '../../users/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { BrowserConnection } from './browser-connection.tsx'
import { CONNECTION_TEXTS } from './connection-texts.ts'
import { ServerConnection } from './server-connection.tsx'

/** The screen at `/connection`: the connection to the server and, for Admins, from the server to Twilio. */
export function ConnectionPage({ realtime }: { realtime: Realtime }) {
  const styles = useAdminStyles()
  const go = useGo()
  const me = useMe()
  usePageTitle(CONNECTION_TEXTS.title)
  return (
    <main className={styles.area} aria-label={CONNECTION_TEXTS.title}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Button
            appearance="subtle"
            icon={<ArrowLeftRegular />}
            aria-label={CONNECTION_TEXTS.back}
            onClick={() => go('/')}
          />
          <h1 className={styles.title}>{CONNECTION_TEXTS.title}</h1>
        </header>
        <BrowserConnection realtime={realtime} />
        {me?.role === 'Admin' && <ServerConnection />}
      </div>
    </main>
  )
}
