import { RESTORE_DAYS } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changesQuery } from '../../core/chats/chat-queries.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useStateBarStyles } from '../triage/state-bar.styles.ts'
import { OPENED_TEXTS } from './opened-texts.ts'
import { useRestoreChat } from './use-restore-chat.ts'

const DAY_MS = 86_400_000

/** For Admins, below the header of a deleted chat, for as long as they can restore it. */
export function DeletedBar({ chat: { id, history } }: { chat: Pick<OpenedChat, 'id' | 'history'> }) {
  const styles = useStateBarStyles()
  const times = useTimes()
  const restore = useRestoreChat()
  const [openedAt] = useState(() => Date.now())
  const [isRestoring, setRestoring] = useState(false)
  const { data } = useInfiniteQuery(changesQuery({ api: useApi(), chatId: id, answers: history.answers }))
  const changes = [...(data?.pages[0] ?? []), ...history.changes]
  const deletedOn = changes.findLast(({ kind }) => kind === 'archived')?.at
  if (deletedOn === undefined || openedAt - Date.parse(deletedOn) > RESTORE_DAYS * DAY_MS) return null

  async function onRestore() {
    setRestoring(true)
    await restore(id)
    setRestoring(false)
  }

  return (
    <div className={styles.bar}>
      <DeleteRegular className={styles.icon} aria-hidden />
      <span title={times.full(deletedOn)}>{OPENED_TEXTS.deletedOn(times.date(deletedOn))}</span>
      <Button
        className={styles.button}
        appearance="transparent"
        size="small"
        disabledFocusable={isRestoring}
        onClick={() => void onRestore()}
      >
        {isRestoring ? OPENED_TEXTS.restoring : OPENED_TEXTS.restore}
      </Button>
    </div>
  )
}
