import type { OwnSession } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { EmptyState, FormErrorPanel, ModalBody, Skeleton, useModal, VisuallyHidden } from '../../ui/index.ts'
import { useAuth } from '../auth-context.tsx'
import { OWN_SESSIONS_TEXTS } from './own-sessions-texts.ts'
import { queryKeys } from '../../platform/query-keys.ts'

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '56px',
    padding: `${tokens.spacingVerticalXS} 0`,
  },
  where: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  loading: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS, flexGrow: 1 },
  everywhere: { whiteSpace: 'nowrap' },
  quiet: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
})

/** The person's sessions, and buttons to end one or all. */
export function OwnSessions() {
  const styles = useStyles()
  const modal = useModal()
  const api = useApi()
  const { store } = useAuth()
  const sessions = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => api.call('sessions.list', { signal }),
    staleTime: 0,
  })
  const end = useMutation({
    mutationFn: (sessionId: string) => api.call('sessions.end', { params: { sessionId } }),
    onSettled: () => sessions.refetch(),
  })
  const endAll = useMutation({
    mutationFn: () => api.call('sessions.endAll'),
    onSuccess: () => {
      store.announceSignOut()
      return store.refresh()
    },
  })
  const failure = endAll.error ?? end.error

  const actions = (
    <>
      <Button className={styles.everywhere} disabledFocusable={endAll.isPending} onClick={() => endAll.mutate()}>
        {endAll.isPending ? OWN_SESSIONS_TEXTS.ending : OWN_SESSIONS_TEXTS.endAll}
      </Button>
      <Button onClick={modal.close}>{OWN_SESSIONS_TEXTS.close}</Button>
    </>
  )
  return (
    <ModalBody title={OWN_SESSIONS_TEXTS.title} actions={actions}>
      {sessions.isPending && <Loading />}
      {sessions.isError && (
        <EmptyState
          icon={<ErrorCircleRegular />}
          title={OWN_SESSIONS_TEXTS.failed}
          text={errorText(sessions.error)}
          action={{ label: OWN_SESSIONS_TEXTS.retry, onClick: () => void sessions.refetch() }}
        />
      )}
      {sessions.data && (
        <ul className={styles.list} aria-label={OWN_SESSIONS_TEXTS.title}>
          {sessions.data.map((session) => (
            <li key={session.id} className={styles.row}>
              <Place session={session} />
              {!session.current && (
                <EndButton
                  device={session.device}
                  isEnding={end.isPending && end.variables === session.id}
                  disabled={end.isPending}
                  onEnd={() => end.mutate(session.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <FormErrorPanel submitError={failure && errorText(failure)} />
    </ModalBody>
  )
}

function Place({ session: { device, seenOn, current } }: { session: OwnSession }) {
  const styles = useStyles()
  const times = useTimes()
  return (
    <span className={styles.where}>
      {device || OWN_SESSIONS_TEXTS.unknown}
      <span className={styles.quiet} title={times.full(seenOn)}>
        {current ? OWN_SESSIONS_TEXTS.here : OWN_SESSIONS_TEXTS.seen(times.short(seenOn))}
      </span>
    </span>
  )
}

/** A placeholder for two sessions. */
function Loading() {
  const styles = useStyles()
  return (
    <div>
      <VisuallyHidden>{OWN_SESSIONS_TEXTS.loading}</VisuallyHidden>
      {['44%', '36%'].map((width) => (
        <div key={width} className={styles.row}>
          <span className={styles.loading}>
            <Skeleton width={width} height="14px" />
            <Skeleton width="28%" height="12px" />
          </span>
        </div>
      ))}
    </div>
  )
}

type EndProps = { device: string; isEnding: boolean; disabled: boolean; onEnd: () => void }

function EndButton({ device, isEnding, disabled, onEnd }: EndProps) {
  const label = isEnding ? OWN_SESSIONS_TEXTS.ending : OWN_SESSIONS_TEXTS.end
  return (
    <Button
      aria-label={`${label}: ${device || OWN_SESSIONS_TEXTS.unknown}`}
      disabledFocusable={disabled}
      onClick={onEnd}
    >
      {label}
    </Button>
  )
}
