import type { ChatListItem } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { PeopleRegular } from '@fluentui/react-icons/svg/people'
import { Suspense } from 'react'
import { isActive } from '../../messages/index.ts'
import { Lookers } from '../../presence/index.ts'
import { AvatarPair } from '../../ui/index.ts'
import { otherSide } from '../chat-list/list-preview.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChats } from '../chats-context.tsx'
import { BackToList } from './back-to-list.tsx'
import { useOpenedStyles } from './opened.styles.ts'
import { useChatNumber } from './use-chat-number.ts'

type Props = {
  chat: Pick<ChatListItem, 'name' | 'members' | 'numberId'>
  sideOpened: boolean
  onToggleSide: () => void
  onBack: () => void
}

/** Who is talked to, and from which of our numbers. */
export function ChatHeader({ chat, sideOpened, onToggleSide, onBack }: Props) {
  const styles = useOpenedStyles()
  const { me, presence } = useChats()
  const number = useChatNumber(chat.numberId)
  const members = CHAT_TEXTS.members(chat.members.filter(isActive).length)
  const about = [number, members].filter((part) => part !== null).join(' · ')
  return (
    <header className={styles.header}>
      <BackToList onBack={onBack} />
      <AvatarPair people={otherSide(chat.members, me)} />
      <div className={styles.titles}>
        <h2 className={styles.name} title={chat.name}>
          {chat.name}
        </h2>
        <p className={styles.about} title={about}>
          {about}
        </p>
      </div>
      <Suspense fallback={null}>
        <Lookers presence={presence} />
      </Suspense>
      <Button
        appearance="subtle"
        icon={<PeopleRegular />}
        aria-label={CHAT_TEXTS.showMembers}
        aria-pressed={sideOpened}
        title={CHAT_TEXTS.showMembers}
        onClick={onToggleSide}
      />
    </header>
  )
}
