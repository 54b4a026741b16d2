import { mergeClasses } from '@fluentui/react-components'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { useQuery } from '@tanstack/react-query'
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
import { hooksQuery, needsAttention } from './hooks/hooks-queries.ts'
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
const ArchiveCard = lazyWithStyles(async () => (await import('./archive/archive-card.tsx')).ArchiveCard)
const DiagnosticsPage = lazyWithStyles(async () => (await import('./diagnostics/diagnostics-page.tsx')).DiagnosticsPage)
const HooksPage = lazyWithStyles(async () => (await import('./hooks/hooks-page.tsx')).HooksPage)
const OpeningHoursSettings = lazyWithStyles(
  async () => (await import('./hours/opening-hours.tsx')).OpeningHoursSettings,
)
const KeysPage = lazyWithStyles(async () => (await import('./keys/keys-page.tsx')).KeysPage)
const LegalHoldsPage = lazyWithStyles(async () => (await import('./legal-holds/legal-holds-page.tsx')).LegalHoldsPage)
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
      <Suspense fallback={<PageSkeleton />}>
        <ArchiveCard />
      </Suspense>
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
  hooks: HooksPage,
  diagnostics: DiagnosticsPage,
  keys: KeysPage,
  legalHolds: LegalHoldsPage,
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
  const { data: hooks = [] } = useQuery(hooksQuery(useApi()))
  const issueOf = (page: AdminPageId) => {
    if (page === 'hooks') return hooks.some(needsAttention) ? ADMIN_TEXTS.hookIssue : null
    return missing.some((step) => step === STEP_WITH_WARNING[page]) ? ADMIN_TEXTS.hasIssue : null
  }
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
            <Issue words={issueOf(page)} />
          </Link>
        ))}
    </nav>
  )
}

/** Why a tab has a warning sign. */
function Issue({ words }: { words: string | null }) {
  const styles = useAdminStyles()
  if (words === null) return null
  return (
    <span className={styles.issue} title={words}>
      <WarningRegular aria-hidden />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

function TenantLoaded({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded query={tenantQuery(useApi())}>{() => children}</Loaded>
    </Suspense>
  )
}
