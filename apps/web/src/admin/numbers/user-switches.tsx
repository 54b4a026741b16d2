import type { User, UserId } from '@partyline/contract'
import { Switch } from '@fluentui/react-components'
import { ADMIN_TEXTS, USER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'

type Props = {
  label: string
  users: readonly User[]
  chosen: ReadonlySet<UserId>
  disabled: boolean
  onChange: (chosen: ReadonlySet<UserId>) => void
}

/** Switches for the organization's users. */
export function UserSwitches({ label, users, chosen, disabled: isBusy, onChange }: Props) {
  const styles = useAdminStyles()

  function toggle(id: UserId, checked: boolean) {
    const next = new Set(chosen)
    if (checked) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <ul className={`${styles.list} ${styles.toggles}`} aria-label={label}>
      {users.map(({ id, name, disabled, leftDirectoryAt }) => (
        <li key={id}>
          <Switch
            label={disabled ? `${name} (${leftDirectoryAt ? USER_TEXTS.left : ADMIN_TEXTS.disabled})` : name}
            checked={chosen.has(id)}
            disabled={isBusy}
            onChange={(_, { checked }) => toggle(id, checked)}
          />
        </li>
      ))}
    </ul>
  )
}
