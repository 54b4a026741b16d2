import { Button, mergeClasses } from '@fluentui/react-components'
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useGo, useLinkTo } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { EmptyState, VisuallyHidden } from '../ui/index.ts'
import { useMe } from '../users/index.ts'
import { ADMIN_TEXTS } from './admin-texts.ts'
import { useAdminStyles } from './admin.styles.ts'
import { AuditPage } from './audit/audit-page.tsx'
import { AdminSkeleton } from './parts/admin-skeleton.tsx'
import { Loaded } from './parts/loaded.tsx'
import { ProviderPage } from './provider/provider-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import { stepsLeft } from './setup/setup-steps.ts'
import { consentedQuery, tenantQuery } from '../settings/index.ts'

/** Few of those who come here need these: they are loaded on use. */
const DoctorPage = lazy(async () => ({ default: (await import('./doctor/doctor-page.tsx')).DoctorPage }))
const SetupPage = lazy(async () => ({ default: (await import('./setup/setup-page.tsx')).SetupPage }))

const SECTIONS = ['setup', 'general', 'provider', 'doctor', 'audit'] as const
type Section = (typeof SECTIONS)[number]
const ADDRESSES: Record<Section, string> = {
  setup: '/admin/setup',
  general: '/admin',
  provider: '/admin/twilio',
  audit: '/admin/audit',
  doctor: '/admin/doctor',
}
const PAGES = {
  setup: SetupPage,
  general: SettingsPage,
  provider: ProviderPage,
  audit: AuditPage,
  doctor: DoctorPage,
}

/** The screens at `/admin` and below, for administrators. */
export function AdminArea({ section }: { section: Section }) {
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

function Sections({ here }: { here: Section }) {
  const styles = useAdminStyles()
  const link = useLinkTo()
  const api = useApi()
  const { data: tenant } = useQuery(tenantQuery(api))
  const { data: consented } = useQuery(consentedQuery(api))
  // It is there for as long as there is something to set up, or while it is looked at.
  const isLeft = tenant && consented !== undefined && stepsLeft({ ...tenant, consented }).length > 0
  const issues: Record<Section, boolean> = {
    setup: false,
    general: consented === false,
    provider: tenant?.accountSid === null,
    audit: false,
    doctor: false,
  }
  return (
    <nav className={styles.sections} aria-label={ADMIN_TEXTS.sections}>
      {SECTIONS.filter((section) => section !== 'setup' || isLeft || here === 'setup').map((section) => (
        <Link
          key={section}
          href={link(ADDRESSES[section])}
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

function Content({ section }: { section: Section }) {
  const Page = PAGES[section]
  return (
    <Suspense fallback={<AdminSkeleton />}>
      <Loaded query={tenantQuery(useApi())}>{() => <Page />}</Loaded>
    </Suspense>
  )
}
