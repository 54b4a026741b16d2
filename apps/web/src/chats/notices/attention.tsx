import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { canNotify } from '../../notifications/index.ts'
import { laterExtra, lazyPart } from '../../platform/later.ts'
import { useOpenedChat, usePath } from '../../platform/navigation.tsx'
import { TitlePrefix } from '../../platform/page-title.tsx'
import { usePlatform } from '../../platform/platform-context.tsx'
import { useUnreadTotal } from '../chat-list/use-unread-total.ts'
import { useInFront } from '../opened/use-in-front.ts'

const Notices = lazyPart(laterExtra(async () => (await import('./notices.tsx')).Notices))
const UnreadSigns = lazyPart(laterExtra(async () => (await import('./unread-signs.tsx')).UnreadSigns))

/** Tells of what waits in the chats, whichever screen is shown: in the title, on the icons and by notifications. */
export function Attention({ children }: { children: ReactNode }) {
  const { surface } = usePlatform()
  const { count, isAll } = useUnreadTotal()
  const [chatId, open] = useOpenedChat()
  const inFront = useInFront()
  const isChatScreen = usePath() === '/'
  return (
    <TitlePrefix value={count > 0 ? `(${count}${isAll ? '' : '+'}) ` : ''}>
      <Suspense fallback={null}>
        <UnreadSigns count={count} />
        {canNotify(surface) && <Notices seen={inFront && isChatScreen ? chatId : null} onOpen={open} />}
      </Suspense>
      {children}
    </TitlePrefix>
  )
}
