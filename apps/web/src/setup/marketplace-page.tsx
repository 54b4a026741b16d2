import type { Purchase } from '@partyline/contract'
import { makeStyles } from '@fluentui/react-components'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../platform/api-error.ts'
import { useGo, useQueryParameters } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { EmptyState } from '../ui/index.ts'
import { SETUP_TEXTS } from './setup-texts.ts'
import { queryKeys } from '../platform/query-keys.ts'

const useStyles = makeStyles({ page: { display: 'flex', flexGrow: 1 } })

/** Where the marketplace sends buyers: shows the purchase, activates it on a click, and leads to sign-in. */
export function MarketplacePage() {
  const styles = useStyles()
  const api = useApi()
  const go = useGo()
  const token = useQueryParameters().get('token') ?? ''
  const found = useQuery({
    queryKey: queryKeys.purchase(token),
    queryFn: () => api.call('marketplace.resolve', { body: { token } }),
    retry: false,
    staleTime: Infinity,
  })
  const activation = useMutation({ mutationFn: () => api.call('marketplace.activate', { body: { token } }) })
  const purchase = activation.data ?? found.data
  const error = activation.error ?? found.error
  const isBusy = found.isFetching || activation.isPending

  const retry = () => (found.data ? activation.mutate() : void found.refetch())
  const view = isBusy
    ? {
        title: found.isFetching ? SETUP_TEXTS.checkingPurchase : SETUP_TEXTS.activating,
        text: SETUP_TEXTS.checkingText,
      }
    : error
      ? {
          title: SETUP_TEXTS.notActivatedTitle,
          text: errorText(error),
          action: { label: SETUP_TEXTS.again, onClick: retry },
        }
      : purchase && VIEWS[purchase.state](purchase, { activate: () => activation.mutate(), start: () => go('/') })
  usePageTitle(view?.title ?? SETUP_TEXTS.checkingPurchase)
  if (!view) return null
  const { action, ...words } = view
  return (
    <main className={styles.page} aria-live="polite" aria-busy={isBusy}>
      <EmptyState wholePage {...words} {...(action && { action: { ...action, primary: true } })} />
    </main>
  )
}

type View = { title: string; text: string; action?: { label: string; onClick: () => void } }
type Steps = { activate: () => void; start: () => void }

const VIEWS: Record<Purchase['state'], (purchase: Purchase, steps: Steps) => View> = {
  pending: ({ name, planId }, { activate }) => ({
    title: SETUP_TEXTS.activateTitle,
    text: SETUP_TEXTS.activateText(name, planId),
    action: { label: SETUP_TEXTS.activate, onClick: activate },
  }),
  active: ({ name }, { start }) => ({
    title: SETUP_TEXTS.activatedTitle,
    text: SETUP_TEXTS.activatedText(name),
    action: { label: SETUP_TEXTS.start, onClick: start },
  }),
  suspended: () => ({ title: SETUP_TEXTS.suspendedTitle, text: SETUP_TEXTS.suspendedText }),
  ended: () => ({ title: SETUP_TEXTS.endedTitle, text: SETUP_TEXTS.endedText }),
}
