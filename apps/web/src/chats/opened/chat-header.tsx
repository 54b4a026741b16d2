import type { ChatListItem, MemberId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { PeopleRegular } from '@fluentui/react-icons/svg/people'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { memo, Suspense } from 'react'
import { PhoneReaders } from '../../messages/index.ts'
import { isActive, isCurrent, isPhone } from '../../core/people.ts'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { isolated } from '../../platform/isolated.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { PresenceAvatars } from '../../presence/index.ts'
import { KEYS } from '../../shortcuts/index.ts'
import { AvatarPair, useFrameWidth } from '../../ui/index.ts'
import { otherSide } from '../chat-list/list-preview.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChatClient } from '../chat-client-context.ts'
import { CardButton } from '../contact/card-button.tsx'
import { ContactNumber } from '../contact/contact-number.tsx'
import { AddNameButton } from '../contact/name-button.tsx'
import { loadDetails } from '../details/details-pane.tsx'
import { openedCard } from '../details/opened-card.ts'
import { HeaderActions } from '../triage/header-actions.tsx'
import { StateBar } from '../triage/state-bar.tsx'
import { OPENED_TEXTS } from './opened-texts.ts'
import { BackToList } from './back-to-list.tsx'
import { useOpenedStyles } from './opened.styles.ts'
import { useChatNumber, useHasHours } from './use-chat-number.ts'

const ClosedWords = lazyComponent(
  optionalChunk(async () => (await import('../opening-hours/closed-notice.tsx')).ClosedWords, { soon: true }),
)

const HEAD = [
  'id',
  'name',
  'members',
  'numberId',
  'relay',
  'archived',
  'state',
  'snoozedUntil',
  'assignedTo',
] as const satisfies (keyof ChatListItem)[]

type Props = {
  chat: Pick<ChatListItem, (typeof HEAD)[number]>
  sideOpened: boolean
  /** Absent while the chat is loading. */
  onFind?: () => void
  onToggleSide: () => void
  onBack: () => void
}

/** The chat's name, the contact's number if there is one contact, and the line. */
export const ChatHeader = memo(function ChatHeader({ chat, sideOpened, onFind, onToggleSide, onBack }: Props) {
  const styles = useOpenedStyles()
  const { me, presence } = useChatClient()
  const number = useChatNumber(chat.numberId, { isShort: useFrameWidth() === 'one' })
  const hasHours = useHasHours(chat.numberId)
  const members = OPENED_TEXTS.members(chat.members.filter(isActive).length)
  const about = [number, members].filter((part) => part !== null).join(' · ')
  const phones = chat.members.filter((member) => isPhone(member) && isCurrent(member))
  const contact = phones.length === 1 ? phones[0] : undefined

  /** Shows the card of a contact, or the details of the chat. */
  function showSide(memberId: MemberId | null) {
    openedCard.set(memberId && { chatId: chat.id, memberId })
    if (!sideOpened || memberId === null) onToggleSide()
  }

  return (
    <header className={styles.top}>
      <div className={styles.header}>
        <BackToList onBack={onBack} />
        <span className={styles.avatar}>
          <AvatarPair people={otherSide(chat.members, me)} />
        </span>
        <div className={styles.titles}>
          <h2 className={styles.name} title={isolated(chat.name)}>
            {contact ? (
              <CardButton className={styles.cardButton} memberId={contact.id} onOpen={() => showSide(contact.id)}>
                <bdi>{chat.name}</bdi>
              </CardButton>
            ) : (
              <bdi>{chat.name}</bdi>
            )}
          </h2>
          <div className={styles.aboutLine}>
            {contact && (
              <>
                <ContactNumber contact={contact} title={chat.name} />
                {!chat.archived && <AddNameButton contact={contact} />}
                {contact.optedOut && <span className={styles.optedOut}>{CHAT_TEXTS.optedOut}</span>}
                <span className={styles.dot} aria-hidden="true">
                  ·
                </span>
              </>
            )}
            <PhoneReaders className={styles.readers} members={chat.members} relay={chat.relay} />
            <p className={styles.about} title={about}>
              {hasHours && (
                <Suspense fallback={null}>
                  <ClosedWords numberId={chat.numberId} />
                </Suspense>
              )}
              {about}
            </p>
          </div>
        </div>
        <Suspense fallback={null}>
          <PresenceAvatars presence={presence} />
        </Suspense>
        {!chat.archived && <HeaderActions chat={chat} />}
        <Button
          appearance="subtle"
          icon={<SearchRegular />}
          aria-label={OPENED_TEXTS.find}
          aria-keyshortcuts={`${KEYS.find} Meta+F`}
          disabled={!onFind}
          onClick={onFind}
        />
        <Button
          appearance="subtle"
          icon={<PeopleRegular />}
          aria-label={OPENED_TEXTS.showMembers}
          aria-pressed={sideOpened}
          onClick={() => showSide(null)}
          {...loadOnApproach(loadDetails)}
        />
      </div>
      {!chat.archived && chat.state !== 'open' && <StateBar chat={chat} />}
    </header>
  )
}, isSame)

/** Each message changes the chat, but rarely its header. */
function isSame({ chat: one, ...before }: Props, { chat: other, ...after }: Props): boolean {
  return (
    HEAD.every((field) => one[field] === other[field]) &&
    (['sideOpened', 'onFind', 'onToggleSide', 'onBack'] as const).every((name) => before[name] === after[name])
  )
}
