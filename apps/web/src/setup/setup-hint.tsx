import { SettingsRegular } from '@fluentui/react-icons/svg/settings'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ADMIN_PAGES } from '../platform/admin-pages.ts'
import { useGo } from '../platform/navigation.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { EmptyState } from '../ui/index.ts'
import { SETUP_HINT_TEXTS } from './setup-hint-texts.ts'
import { setupHintQuery } from './tenant-setup.ts'

/** If the organization can't text yet, says how to set it up or who can. Otherwise shows its children. */
export function SetupHint({ children }: { children: ReactNode }) {
  const go = useGo()
  const { data: setup } = useQuery(setupHintQuery(useApi()))
  if (!setup || setup.isReady) return children
  if (!setup.isAdmin) {
    return (
      <EmptyState
        icon={<SettingsRegular />}
        title={SETUP_HINT_TEXTS.userTitle}
        text={SETUP_HINT_TEXTS.userText(setup.adminNames)}
      />
    )
  }
  const action = { label: SETUP_HINT_TEXTS.open, onClick: () => go(ADMIN_PAGES.setup.path), primary: true }
  return (
    <EmptyState
      icon={<SettingsRegular />}
      title={SETUP_HINT_TEXTS.adminTitle}
      text={SETUP_HINT_TEXTS.adminText}
      action={action}
    />
  )
}
