import { ARCHIVE_FAILURES } from '@partyline/contract'
import type { Archive } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { routes } from '../../platform/all-routes.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { currentTimeZone } from '../../platform/times.ts'
import {
  Card,
  confirmationModal,
  EmptyState,
  openModal,
  PageSkeleton,
  showToast,
  useDangerStyles,
} from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useKeptFocus } from '../parts/use-kept-focus.ts'
import { ARCHIVE_PAGE_TEXTS as TEXTS } from './archive-page-texts.ts'
import { archivesQuery, useArchivesChanged, watchArchive } from './archive-queries.ts'

const useStyles = makeStyles({
  parts: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalXS },
})

/** Everything of the organization as files. */
export function ArchiveCard() {
  const start = useRef<HTMLButtonElement>(null)
  const within = useRef<HTMLDivElement>(null)
  useKeptFocus({ within, next: start })
  const api = useApi()
  const client = useQueryClient()
  const changed = useArchivesChanged()
  const [starting, setStarting] = useState(false)
  const { data: archives } = useQuery(archivesQuery(api))
  const isRunning = archives?.some(({ state }) => state === 'running') === true

  async function begin() {
    setStarting(true)
    try {
      const archive = await api.call('archives.start', { body: { timeZone: currentTimeZone() } })
      await changed()
      watchArchive(client, api, archive)
    } catch (error) {
      showToast({ kind: 'failed', text: errorText(error) })
    } finally {
      setStarting(false)
    }
  }

  return (
    <Card
      title={TEXTS.title}
      about={TEXTS.about}
      action={
        <Button ref={start} disabledFocusable={starting || isRunning} onClick={() => void begin()}>
          {TEXTS.start}
        </Button>
      }
    >
      <div ref={within}>
        <ArchiveList />
      </div>
    </Card>
  )
}

function ArchiveList() {
  const styles = useAdminStyles()
  const { data: archives, error, refetch } = useQuery(archivesQuery(useApi()))
  if (archives === undefined) {
    if (!error) return <PageSkeleton />
    const retry = { label: ADMIN_TEXTS.retry, onClick: () => void refetch(), primary: true }
    return <EmptyState title={TEXTS.failedTitle} text={errorText(error)} action={retry} />
  }
  if (archives.length === 0) return <EmptyState title={TEXTS.emptyTitle} text={TEXTS.emptyText} />
  return (
    <ul className={styles.list} aria-label={TEXTS.list}>
      {archives.map((archive) => (
        <ArchiveItem key={archive.id} archive={archive} />
      ))}
    </ul>
  )
}

function ArchiveItem({ archive }: { archive: Archive }) {
  const styles = useAdminStyles()
  const danger = useDangerStyles()
  const times = useTimes()
  const api = useApi()
  const changed = useArchivesChanged()
  const { id: archiveId, state, createdOn, createdBy, chats, keptUntil } = archive
  const day = times.full(createdOn)
  const isRunning = state === 'running'

  const askToRemove = () =>
    openModal(confirmationModal, {
      title: isRunning ? TEXTS.cancelTitle : TEXTS.deleteTitle,
      message: isRunning ? TEXTS.cancelMessage : TEXTS.deleteMessage,
      footer: TEXTS.of(day),
      confirmLabel: isRunning ? TEXTS.cancelTitle : TEXTS.delete,
      ...(isRunning && { cancelLabel: TEXTS.keep }),
      busyLabel: isRunning ? TEXTS.canceling : TEXTS.deleting,
      danger: true,
      onConfirm: async () => {
        await api.call('archives.delete', { params: { archiveId } })
        await changed()
      },
    })

  const facts = [
    isRunning ? TEXTS.progress(chats.done, chats.total) : TEXTS.conversations(chats.total),
    TEXTS.by(createdBy.name),
    ...(state === 'ready' && keptUntil ? [TEXTS.until(times.until(keptUntil))] : []),
  ]
  return (
    <li className={styles.item}>
      <div className={styles.itemWords}>
        {TEXTS.of(day)}
        <span className={styles.itemDetail}>{facts.join(' · ')}</span>
        <Trouble archive={archive} />
        <Parts archive={archive} day={day} />
      </div>
      <Button
        className={danger.quiet}
        aria-label={isRunning ? TEXTS.cancelOf(day) : TEXTS.deleteOf(day)}
        onClick={askToRemove}
      >
        {isRunning ? TEXTS.cancel : TEXTS.delete}
      </Button>
    </li>
  )
}

/** Why the archive is missing or not ready, and what to do. */
function Trouble({ archive: { state, failure } }: { archive: Archive }) {
  const styles = useAdminStyles()
  if (state === 'erased') return <span className={styles.itemDetail}>{TEXTS.erased}</span>
  if (failure === null) return null
  const words =
    state === 'failed'
      ? [TEXTS.gaveUp, ARCHIVE_FAILURES[failure], TEXTS.again]
      : [ARCHIVE_FAILURES[failure], TEXTS.retrying]
  return <p className={styles.wrong}>{words.join(' ')}</p>
}

function Parts({ archive: { id, parts }, day }: { archive: Archive; day: string }) {
  const styles = useStyles()
  if (parts.length === 0) return null
  const addressOf = (part: number) =>
    routes['archives.download'].path.replace('{archiveId}', id).replace('{part}', String(part))
  return (
    <div className={styles.parts}>
      {parts.map(({ part, fileSize }) => {
        const name = parts.length === 1 ? TEXTS.download : TEXTS.downloadPart(part, parts.length)
        const label = `${name} (${fileSize})`
        return (
          <Button
            key={part}
            as="a"
            icon={<ArrowDownloadRegular />}
            // The browser saves it while it arrives.
            href={addressOf(part)}
            download=""
            aria-label={TEXTS.downloadOf(label, day)}
          >
            {label}
          </Button>
        )
      })}
    </div>
  )
}
