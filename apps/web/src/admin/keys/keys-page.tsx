import { KEY_SCOPES } from '@partyline/contract'
import type { ApiKey } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useTenant } from '../../settings/index.ts'
import { Card, confirmationModal, EmptyState, openModal, PageSkeleton, useDangerStyles } from '../../ui/index.ts'
import { addKeyModal, editKeyModal, keyTokenModal } from '../admin-modals.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useKeptFocus } from '../parts/use-kept-focus.ts'
import { keysQuery, useKeysChanged } from './key-queries.ts'
import { KEY_PAGE_TEXTS as TEXTS } from './key-texts.ts'

/** The API keys of the organization. */
export function KeysPage() {
  const add = useRef<HTMLButtonElement>(null)
  const within = useRef<HTMLDivElement>(null)
  useKeptFocus({ within, next: add })
  return (
    <Card
      title={TEXTS.title}
      about={TEXTS.about}
      action={
        <Button ref={add} icon={<AddRegular />} onClick={() => openModal(addKeyModal, {})}>
          {TEXTS.add}
        </Button>
      }
    >
      <div ref={within}>
        <KeyList />
      </div>
    </Card>
  )
}

function KeyList() {
  const styles = useAdminStyles()
  const { data: keys, error, refetch } = useQuery(keysQuery(useApi()))
  if (keys === undefined) {
    if (!error) return <PageSkeleton />
    const retry = { label: ADMIN_TEXTS.retry, onClick: () => void refetch(), primary: true }
    return <EmptyState title={TEXTS.failedTitle} text={errorText(error)} action={retry} />
  }
  if (keys.length === 0) return <EmptyState title={TEXTS.emptyTitle} text={TEXTS.emptyText} />
  return (
    <ul className={styles.list} aria-label={TEXTS.title}>
      {keys.map((key) => (
        <KeyItem key={key.id} apiKey={key} />
      ))}
    </ul>
  )
}

function KeyItem({ apiKey }: { apiKey: ApiKey }) {
  const styles = useAdminStyles()
  const danger = useDangerStyles()
  const times = useTimes()
  const api = useApi()
  const changed = useKeysChanged()
  const { twilioNumbers } = useTenant()
  const { id: keyId, name, scopes, lines, lastFour, lastUsedOn, endsAt, previousUntil } = apiKey
  const params = { keyId }

  const askToReplace = () =>
    openModal(confirmationModal, {
      title: TEXTS.replaceTitle,
      message: TEXTS.replaceMessage,
      footer: name,
      confirmLabel: TEXTS.replace,
      busyLabel: TEXTS.replacing,
      onConfirm: async () => {
        const { token } = await api.call('keys.rotate', { params })
        void changed()
        openModal(keyTokenModal, { name, token })
      },
    })
  const askToRevoke = () =>
    openModal(confirmationModal, {
      title: TEXTS.revokeTitle,
      message: TEXTS.revokeMessage,
      footer: name,
      confirmLabel: TEXTS.revoke,
      busyLabel: TEXTS.revoking,
      danger: true,
      onConfirm: async () => {
        await api.call('keys.revoke', { params })
        await changed()
      },
    })

  const lineNames = lines?.map((line) => twilioNumbers.find(({ id }) => id === line)?.name ?? '').filter(Boolean)
  const isOver = endsAt !== null && Date.parse(endsAt) <= times.now()
  const facts = [
    TEXTS.lastFour(lastFour),
    lastUsedOn ? TEXTS.lastUsed(times.short(lastUsedOn)) : TEXTS.neverUsed,
    endsAt ? (isOver ? TEXTS.ended : TEXTS.ends)(times.longDate(endsAt)) : TEXTS.noEnd,
  ]
  return (
    <li className={styles.item}>
      <span className={styles.itemWords}>
        <bdi>{name}</bdi>
        <span className={styles.itemDetail}>{scopes.map((scope) => KEY_SCOPES[scope]).join(' · ')}</span>
        <span className={styles.itemDetail}>{lineNames ? TEXTS.onLines(lineNames.join(', ')) : TEXTS.allLines}</span>
        <span className={styles.itemDetail}>{facts.join(' · ')}</span>
        {previousUntil && <span className={styles.itemDetail}>{TEXTS.previous(times.until(previousUntil))}</span>}
      </span>
      <span className={styles.row}>
        <Button
          appearance="subtle"
          icon={<EditRegular />}
          aria-label={ADMIN_TEXTS.edit(name)}
          onClick={() => openModal(editKeyModal, { apiKey })}
        />
        <Button aria-label={TEXTS.replaceOf(name)} disabled={isOver} onClick={askToReplace}>
          {TEXTS.replace}
        </Button>
        <Button className={danger.quiet} aria-label={TEXTS.revokeOf(name)} onClick={askToRevoke}>
          {TEXTS.revoke}
        </Button>
      </span>
    </li>
  )
}
