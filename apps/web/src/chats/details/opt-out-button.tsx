import type { ChatId, Member } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { confirmationModal, openModal } from '../../ui/index.ts'
import { DETAILS_TEXTS } from './details-texts.ts'

const useStyles = makeStyles({
  // Its label is aligned with the text above.
  button: { marginLeft: `calc(-1 * ${tokens.spacingHorizontalS})` },
})

/** Opts a contact out by hand, or reverses that, once confirmed. Renders nothing for a STOP, which only the phone can reverse. */
export function OptOutButton({ chatId, member }: { chatId: ChatId; member: Member }) {
  const styles = useStyles()
  const api = useApi()
  const client = useQueryClient()
  const { id: memberId, name, optedOut, optedOutBy } = member
  if (optedOut && optedOutBy === undefined) return null

  async function change() {
    const params = { chatId, memberId }
    await (optedOut ? api.call('optOuts.undo', { params }) : api.call('optOuts.add', { params, body: {} }))
    await client.invalidateQueries({ queryKey: queryKeys.chats.opened(chatId) })
  }

  const confirm = () =>
    openModal(confirmationModal, {
      ...(optedOut
        ? {
            title: DETAILS_TEXTS.undoTitle,
            message: DETAILS_TEXTS.undoMessage(name),
            confirmLabel: DETAILS_TEXTS.undoConfirm,
            busyLabel: DETAILS_TEXTS.undoing,
          }
        : {
            title: DETAILS_TEXTS.optOutTitle,
            message: DETAILS_TEXTS.optOutMessage(name),
            confirmLabel: DETAILS_TEXTS.optOut,
            busyLabel: DETAILS_TEXTS.optingOut,
            danger: true,
          }),
      onConfirm: change,
    })

  return (
    <Button
      className={styles.button}
      size="small"
      appearance="subtle"
      aria-label={`${optedOut ? DETAILS_TEXTS.undoOptOut : DETAILS_TEXTS.optOut}: ${name}`}
      onClick={confirm}
    >
      {optedOut ? DETAILS_TEXTS.undoOptOut : DETAILS_TEXTS.optOut}
    </Button>
  )
}
