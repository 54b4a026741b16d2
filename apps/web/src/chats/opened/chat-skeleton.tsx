import { Skeleton, VisuallyHidden } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { BackToList } from './back-to-list.tsx'
import { useOpenedStyles } from './opened.styles.ts'

/** A placeholder for a chat. */
export function ChatSkeleton({ onBack }: { onBack: () => void }) {
  const styles = useOpenedStyles()
  return (
    <>
      <div className={styles.header}>
        <BackToList onBack={onBack} />
        <Skeleton width="40px" height="40px" round />
        <div className={styles.titles}>
          <Skeleton width="180px" height="16px" />
        </div>
      </div>
      <ConversationSkeleton />
    </>
  )
}

/** The same without a header, for a chat in the list. */
export function ConversationSkeleton() {
  const styles = useOpenedStyles()
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden>{CHAT_TEXTS.loadingChat}</VisuallyHidden>
      <Skeleton width="46%" height="40px" />
      <Skeleton width="32%" height="40px" />
      <Skeleton className={styles.skeletonOurs} width="52%" height="60px" />
      <Skeleton width="38%" height="40px" />
      <Skeleton className={styles.skeletonOurs} width="28%" height="40px" />
    </div>
  )
}
