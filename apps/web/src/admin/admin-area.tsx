import { mergeClasses } from '@fluentui/react-components'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { Suspense, useEffect } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { ADMIN_PAGES, adminPages } from '../platform/admin-pages.ts'
import type { AdminPageId } from '../platform/admin-pages.ts'
import { lazyWithStyles } from '../platform/lazy-component.tsx'
import { Link, useGo, useLinkTo } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { tenantQuery } from '../settings/index.ts'
import type { SetupStep } from '../setup/index.ts'
import { EmptyState, Loaded, Page, PageHeader, PageSkeleton, VisuallyHidden } from '../ui/index.ts'
import { useMe } from '../users/index.ts'
import { preloadAdminModals } from './admin-modals.ts'
import { ADMIN_TEXTS } from './admin-texts.ts'
import { useAdminStyles } from './admin.styles.ts'
import { AuditPage } from './log/audit-page.tsx'
import { Consent } from './organization/consent.tsx'
import { TenantSettings } from './organization/tenant-settings.tsx'
import { ContactSettings } from './contacts/contacts-page.tsx'
import { Account } from './numbers/twilio-account.tsx'
import { Numbers } from './numbers/twilio-numbers.tsx'
import { RejectedMessages } from './log/rejected-messages.tsx'
import { Users } from './people/people-page.tsx'
import { useMissingSteps } from './setup/use-missing-steps.ts'

/** Few administrators need these pages: each is loaded on first use. */
const DiagnosticsPage = lazyWithStyles(async () => (await import('./diagnostics/diagnostics-page.tsx')).DiagnosticsPage)
const OpeningHoursSettings = lazyWithStyles(
  async () => (await import('./hours/opening-hours.tsx')).OpeningHoursSettings,
)
const SetupPage = lazyWithStyles(async () => (await import('./setup/setup-page.tsx')).SetupPage)

const CONTENTS: Record<AdminPageId, ComponentType> = {
  setup: SetupPage,
  organization: () => (
    <>
      <TenantSettings />
      <Suspense fallback={<PageSkeleton />}>
        <OpeningHoursSettings />
      </Suspense>
      <Consent />
    </>
  ),
  people: Users,
  contacts: ContactSettings,
  numbers: () => (
    <>
      <Account />
      <Numbers />
    </>
  ),
  diagnostics: DiagnosticsPage,
  log: () => (
    <>
      <RejectedMessages />
      <AuditPage />
    </>
  ),
}

/** A tab has a warning sign while a setup step of its page is missing. */
const STEP_WITH_WARNING: Partial<Record<AdminPageId, SetupStep>> = { organization: 'consent', numbers: 'account' }

/** The administration: the tabs, and one of its pages. */
export function AdminArea({ page }: { page: AdminPageId }) {
  const go = useGo()
  const me = useMe()
  usePageTitle(ADMIN_PAGES[page].title)
  useEffect(preloadAdminModals, [])
  if (me?.role === 'User') {
    return (
      <Page label={ADMIN_TEXTS.area}>
        <EmptyState
          wholePage
          title={ADMIN_TEXTS.adminsOnlyTitle}
          text={ADMIN_TEXTS.adminsOnlyText}
          action={{ label: ADMIN_TEXTS.back, onClick: () => go('/') }}
        />
      </Page>
    )
  }
  const Content = CONTENTS[page]
  return (
    <Page label={ADMIN_TEXTS.area}>
      <PageHeader title={ADMIN_TEXTS.area} />
      {me && (
        <>
          <Tabs current={page} />
          <TenantLoaded>
            <Content />
          </TenantLoaded>
        </>
      )}
    </Page>
  )
}

function Tabs({ current }: { current: AdminPageId }) {
  const styles = useAdminStyles()
  const link = useLinkTo()
  const { missing = [] } = useMissingSteps()
  // Setup is shown until it is complete, or while it is open.
  const isSetupShown = current === 'setup' || missing.length > 0
  return (
    <nav className={styles.sections} aria-label={ADMIN_TEXTS.sections}>
      {adminPages
        .filter(([page]) => page !== 'setup' || isSetupShown)
        .map(([page, { path, title }]) => (
          <Link
            key={page}
            href={link(path)}
            className={mergeClasses(styles.sectionLink, page === current && styles.sectionHere)}
            aria-current={page === current ? 'page' : undefined}
          >
            {title}
            {missing.some((step) => step === STEP_WITH_WARNING[page]) && (
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

function TenantLoaded({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded query={tenantQuery(useApi())}>{() => children}</Loaded>
    </Suspense>
  )
}
