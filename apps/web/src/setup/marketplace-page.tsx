import { makeStyles } from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../platform/api-error.ts'
import { useGo, useQueryParameters } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { EmptyState } from '../ui/index.ts'
import { SETUP_TEXTS } from './setup-texts.ts'

const useStyles = makeStyles({ page: { display: 'flex', flexGrow: 1 } })

/** Where the marketplace sends who has just bought: activates the subscription and leads to the sign-in. */
export function MarketplacePage() {
  const styles = useStyles()
  const api = useApi()
  const go = useGo()
  const token = useQueryParameters().get('token') ?? ''
  const { data, error, mutate } = useMutation({
    mutationFn: (purchase: string) => api.call('marketplace.activate', { body: { token: purchase } }),
  })
  useEffect(() => mutate(token), [mutate, token])

  const title = data ? SETUP_TEXTS.activatedTitle : error ? SETUP_TEXTS.notActivatedTitle : SETUP_TEXTS.activating
  usePageTitle(title)
  return (
    <main className={styles.page} aria-live="polite" aria-busy={!data && !error}>
      {data ? (
        <EmptyState
          wholePage
          title={title}
          text={SETUP_TEXTS.activatedText(data.name)}
          action={{ label: SETUP_TEXTS.start, onClick: () => go('/'), primary: true }}
        />
      ) : (
        <EmptyState
          wholePage
          title={title}
          text={error ? errorText(error) : SETUP_TEXTS.checkingText}
          {...(error && { action: { label: SETUP_TEXTS.again, onClick: () => mutate(token), primary: true } })}
        />
      )}
    </main>
  )
}
