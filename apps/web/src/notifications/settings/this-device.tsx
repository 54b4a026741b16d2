import { NOTIFICATION_CHOICES } from '@partyline/contract'
import type { NotificationChoice } from '@partyline/contract'
import { Button, Radio, RadioGroup, Switch } from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../auth/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useStore } from '../../platform/use-store.ts'
import { Card, StatusLine } from '../../ui/index.ts'
import { canNotify, choose, notificationSettingsOf } from '../browser-settings.ts'
import { notificationsQuery, pushDevicesQuery } from '../notification-queries.ts'
import { pushSupport } from '../push-support.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import { usePageStyles } from './page.styles.ts'
import { sendTest } from './send-test.ts'
import { usePermission } from './use-permission.ts'

/** Notification settings of this browser. Changes are saved immediately. */
export function ThisDevice() {
  return (
    <Card title={PAGE_TEXTS.device} about={PAGE_TEXTS.deviceAbout}>
      {canNotify('browser') ? (
        <Choices />
      ) : (
        <StatusLine isWell={false}>
          {pushSupport() === 'homeScreenFirst' ? PAGE_TEXTS.homeScreenFirst : PAGE_TEXTS.unsupported}
        </StatusLine>
      )}
    </Card>
  )
}

function Choices() {
  const styles = usePageStyles()
  const client = useQueryClient()
  const api = useApi()
  const { queryKey } = pushDevicesQuery(api)
  const store = notificationSettingsOf(useSignedIn().id)
  const { choice, sound } = useStore(store)
  const permission = usePermission()
  const isBlocked = permission === 'denied'
  const chosen: NotificationChoice = permission !== 'granted' || choice === 'unasked' ? 'off' : choice
  const change = useMutation({
    mutationFn: async (wanted: NotificationChoice) => {
      const failure = await choose(store, wanted, api)
      if (failure !== null) throw failure
      return { isRefused: store.current().choice !== wanted }
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const problem = isBlocked
    ? PAGE_TEXTS.blocked
    : change.error
      ? errorText(change.error)
      : change.data?.isRefused && PAGE_TEXTS.refused
  return (
    <div className={styles.stack}>
      {problem && <StatusLine isWell={false}>{problem}</StatusLine>}
      <RadioGroup
        aria-label={PAGE_TEXTS.deviceAbout}
        disabled={isBlocked}
        value={chosen}
        onChange={(_, { value }) => {
          const wanted = NOTIFICATION_CHOICES.find((each) => each === value)
          if (wanted) change.mutate(wanted)
        }}
      >
        {NOTIFICATION_CHOICES.map((value) => (
          <Radio key={value} value={value} label={<ChoiceLabel choice={value} />} />
        ))}
      </RadioGroup>
      <Switch
        label={PAGE_TEXTS.sound}
        checked={sound}
        disabled={chosen === 'off'}
        onChange={(_, { checked }) => store.change({ sound: checked })}
      />
      {chosen !== 'off' && <Test />}
    </div>
  )
}

function ChoiceLabel({ choice }: { choice: NotificationChoice }) {
  const styles = usePageStyles()
  const { label, about } = PAGE_TEXTS.choices[choice]
  return (
    <>
      {label}
      {about && <span className={styles.quiet}>{about}</span>}
    </>
  )
}

/** Sends a test, and shows the result. */
function Test() {
  const styles = usePageStyles()
  const api = useApi()
  const { data: settings } = useQuery(notificationsQuery(api))
  const { data: devices } = useQuery({ ...pushDevicesQuery(api), enabled: typeof settings?.pushKey === 'string' })
  const test = useMutation({ mutationFn: () => sendTest(api, devices?.find(({ current }) => current)?.id) })
  return (
    <div className={styles.stack}>
      <Button disabledFocusable={test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? PAGE_TEXTS.testing : PAGE_TEXTS.test}
      </Button>
      {test.data && !test.isPending && <StatusLine isWell={test.data.isWell}>{test.data.text}</StatusLine>}
    </div>
  )
}
