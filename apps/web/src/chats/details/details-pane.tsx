import { makeStyles, tokens } from '@fluentui/react-components'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { lazyChunk } from '../../platform/chunks.ts'
import { useChunk } from '../../platform/lazy-component.tsx'
import { EmptyState, Skeleton, VisuallyHidden } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'

export const loadDetails = lazyChunk(async () => (await import('./chat-details.tsx')).ChatDetails)

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    height: '56px',
    padding: `0 ${tokens.spacingHorizontalL}`,
  },
})

type Props = { chat: OpenedChat; onGone: () => void }

/** The right pane, also while it is loading or has failed to load. */
export function DetailsPane(props: Props) {
  const { data: ChatDetails, isError } = useChunk('chat-details', loadDetails)
  if (ChatDetails) return <ChatDetails {...props} />
  if (!isError) return <DetailsSkeleton members={props.chat.members} />
  return <EmptyState icon={<ErrorCircleRegular />} title={CHAT_TEXTS.sideFailed} text={CHAT_TEXTS.sideFailedHint} />
}

function DetailsSkeleton({ members }: Pick<OpenedChat, 'members'>) {
  const styles = useStyles()
  return (
    <>
      <VisuallyHidden>{CHAT_TEXTS.loadingSide}</VisuallyHidden>
      {members.map(({ id }) => (
        <div key={id} className={styles.row}>
          <Skeleton width="32px" height="32px" round />
          <Skeleton width="55%" height="14px" />
        </div>
      ))}
    </>
  )
}
