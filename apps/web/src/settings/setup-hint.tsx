import { SettingsRegular } from '@fluentui/react-icons/svg/settings'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useGo } from '../platform/navigation.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { EmptyState } from '../ui/index.ts'
import { SETUP_HINT_TEXTS } from './setup-hint-texts.ts'
import { setupProgressQuery } from './setup-progress.ts'

/** In an organization that cannot text yet: the way to set it up, or who can. Elsewhere its children. */
export function SetupHint({ children }: { children: ReactNode }) {
  const go = useGo()
  const { data: progress } = useQuery(setupProgressQuery(useApi()))
  if (!progress || progress.isReady) return children
  if (!progress.isAdmin) {
    return (
      <EmptyState
        icon={<SettingsRegular />}
        title={SETUP_HINT_TEXTS.userTitle}
        text={SETUP_HINT_TEXTS.userText(progress.admins)}
      />
    )
  }
  const action = { label: SETUP_HINT_TEXTS.open, onClick: () => go('/admin/setup'), primary: true }
  return (
    <EmptyState
      icon={<SettingsRegular />}
      title={SETUP_HINT_TEXTS.adminTitle}
      text={SETUP_HINT_TEXTS.adminText}
      action={action}
    />
  )
}
