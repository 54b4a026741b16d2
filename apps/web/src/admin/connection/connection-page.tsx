import { usePageTitle } from '../../platform/page-title.tsx'
import type { Realtime } from '../../core/realtime/realtime.ts'
import { Page, PageHeader } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { BrowserConnection } from './browser-connection.tsx'
import { CONNECTION_TEXTS } from './connection-texts.ts'
import { ServerConnection } from './server-connection.tsx'

/** The screen at `/connection`: the connection to the server and, for Admins, from the server to Twilio. */
export function ConnectionPage({ realtime }: { realtime: Realtime }) {
  const me = useMe()
  usePageTitle(CONNECTION_TEXTS.title)
  return (
    <Page label={CONNECTION_TEXTS.title}>
      <PageHeader title={CONNECTION_TEXTS.title} />
      <BrowserConnection realtime={realtime} />
      {me?.role === 'Admin' && <ServerConnection />}
    </Page>
  )
}
