import { Button, mergeClasses } from '@fluentui/react-components'
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import { Link, useGo, useLinkTo } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { EmptyState, VisuallyHidden } from '../ui/index.ts'
import { useMe } from '../users/index.ts'
import { ADMIN_TEXTS } from './admin-texts.ts'
import { useAdminStyles } from './admin.styles.ts'
import { AdminSkeleton } from './parts/admin-skeleton.tsx'
import { Loaded } from './parts/loaded.tsx'
import { ProviderPage } from './provider/provider-page.tsx'
import { ADMIN_PATHS, ADMIN_SECTIONS } from './admin-sections.ts'
import type { AdminSection } from './admin-sections.ts'
import { LogPage } from './log-page.tsx'
import { MobileNumbers } from './mobile/mobile-numbers.tsx'
import { OrganizationPage } from './organization-page.tsx'
import { Users } from './users/users.tsx'
import { stepsLeft } from './setup/setup-steps.ts'
import { consentedQuery, tenantQuery } from '../settings/index.ts'

/** Few of those who come here need these: they are loaded on use. */
const DoctorPage = lazy(async () => ({ default: (await import('./doctor/doctor-page.tsx')).DoctorPage }))
const SetupPage = lazy(async () => ({ default: (await import('./setup/setup-page.tsx')).SetupPage }))

const PAGES: Record<AdminSection, ComponentType> = {
  setup: SetupPage,
  organization: OrganizationPage,
  people: Users,
  contacts: MobileNumbers,
  numbers: ProviderPage,
  diagnostics: DoctorPage,
  log: LogPage,
}

/** The screens at `/admin` and below, for administrators. */
export function AdminArea({ section }: { section: AdminSection }) {
  const styles = useAdminStyles()
  const go = useGo()
  const me = useMe()
  usePageTitle(ADMIN_TEXTS[section])
  const toChats = () => go('/')
  if (me?.role === 'User') {
    return (
      <main className={styles.area} aria-label={ADMIN_TEXTS.area}>
        <div className={styles.column}>
          <EmptyState
            wholePage
            title={ADMIN_TEXTS.adminsOnlyTitle}
            text={ADMIN_TEXTS.adminsOnlyText}
            action={{ label: ADMIN_TEXTS.back, onClick: toChats }}
          />
        </div>
      </main>
    )
  }
  return (
    <main className={styles.area} aria-label={ADMIN_TEXTS.area}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Button
            appearance="subtle"
            icon={<ArrowLeftRegular />}
            aria-label={ADMIN_TEXTS.back}
            title={ADMIN_TEXTS.back}
            onClick={toChats}
          />
          <h1 className={styles.title}>{ADMIN_TEXTS.area}</h1>
        </header>
        {me && (
          <>
            <Sections here={section} />
            <Content section={section} />
          </>
        )}
      </div>
    </main>
  )
}

function Sections({ here }: { here: AdminSection }) {
  const styles = useAdminStyles()
  const link = useLinkTo()
  const api = useApi()
  const { data: tenant } = useQuery(tenantQuery(api))
  const { data: consented } = useQuery(consentedQuery(api))
  // Shown until setup is complete, or while it is open.
  const isLeft = tenant && consented !== undefined && stepsLeft({ ...tenant, consented }).length > 0
  const issues: Partial<Record<AdminSection, boolean>> = {
    organization: consented === false,
    numbers: tenant?.accountSid === null,
  }
  return (
    <nav className={styles.sections} aria-label={ADMIN_TEXTS.sections}>
      {ADMIN_SECTIONS.filter((section) => section !== 'setup' || isLeft || here === 'setup').map((section) => (
        <Link
          key={section}
          href={link(ADMIN_PATHS[section])}
          className={mergeClasses(styles.sectionLink, section === here && styles.sectionHere)}
          aria-current={section === here ? 'page' : undefined}
        >
          {ADMIN_TEXTS[section]}
          {issues[section] && (
            <span className={styles.issue} title={ADMIN_TEXTS.hasIssue}>
              <WarningRegular aria-hidden />
              <VisuallyHidden>{ADMIN_TEXTS.hasIssue}</VisuallyHidden>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

function Content({ section }: { section: AdminSection }) {
  const Page = PAGES[section]
  return (
    <Suspense fallback={<AdminSkeleton />}>
      <Loaded query={tenantQuery(useApi())}>{() => <Page />}</Loaded>
    </Suspense>
  )
}
