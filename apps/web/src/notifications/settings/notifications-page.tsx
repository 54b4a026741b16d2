import type { NotificationSettings } from '@partyline/contract'
import { usePageTitle } from '../../platform/page-title.tsx'
import { useApi, usePlatform } from '../../platform/platform-context.tsx'
import { Card, Loaded, Page, PageHeader } from '../../ui/index.ts'
import { notificationsQuery } from '../notification-queries.ts'
import { LastDecision } from './last-decision.tsx'
import { PAGE_TEXTS } from './page-texts.ts'
import { usePageStyles } from './page.styles.ts'
import { Pause } from './pause.tsx'
import { PushDevices } from './push-devices.tsx'
import { TeamsSwitch } from './teams-switch.tsx'
import { ThisDevice } from './this-device.tsx'
import { WorkingHoursForm } from './working-hours-form.tsx'

/** The screen at `/notifications`: what the person is notified of, where, and when. */
export function NotificationsPage() {
  const { surface } = usePlatform()
  usePageTitle(PAGE_TEXTS.title)
  return (
    <Page label={PAGE_TEXTS.title}>
      <PageHeader title={PAGE_TEXTS.title} />
      {surface === 'browser' && <ThisDevice />}
      <Loaded query={notificationsQuery(useApi())}>{(settings) => <Sections settings={settings} />}</Loaded>
    </Page>
  )
}

function Sections({ settings }: { settings: NotificationSettings }) {
  const styles = usePageStyles()
  const { surface } = usePlatform()
  return (
    <>
      {surface === 'teams' && (
        <Card title={PAGE_TEXTS.device} about={PAGE_TEXTS.inTeams}>
          <TeamsSwitch settings={settings} />
        </Card>
      )}
      <Card title={PAGE_TEXTS.when} about={PAGE_TEXTS.whenAbout}>
        <div className={styles.groups}>
          <Pause />
          <WorkingHoursForm settings={settings} />
        </div>
      </Card>
      {surface === 'browser' && (
        <Card title={PAGE_TEXTS.teams} about={PAGE_TEXTS.teamsAbout}>
          <TeamsSwitch settings={settings} />
        </Card>
      )}
      <Card title={PAGE_TEXTS.last}>
        <LastDecision last={settings.last} />
      </Card>
      <PushDevices pushKey={settings.pushKey} />
    </>
  )
}
