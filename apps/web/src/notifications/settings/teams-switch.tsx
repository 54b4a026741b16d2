import type { NotificationSettings } from '@partyline/contract'
import { Field, Switch } from '@fluentui/react-components'
import { errorText } from '../../platform/api-error.ts'
import { useChangeNotifications } from '../notification-queries.ts'
import { PAGE_TEXTS } from './page-texts.ts'

/** Whether Teams' activity feed shows notifications that went to none of the person's devices. Saved immediately. */
export function TeamsSwitch({ settings }: { settings: NotificationSettings }) {
  const { mutate, isPending, variables, error } = useChangeNotifications()
  return (
    <Field validationState={error ? 'error' : 'none'} validationMessage={error && errorText(error)}>
      <Switch
        label={PAGE_TEXTS.inTeamsToo}
        checked={(isPending ? variables.teams : undefined) ?? settings.teams}
        onChange={(_, { checked }) => mutate({ teams: checked })}
      />
    </Field>
  )
}
