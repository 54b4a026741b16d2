import type { ChatId } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ComposeRegular } from '@fluentui/react-icons/svg/compose'
import { useSyncExternalStore } from 'react'
import { inWords } from '../../core/people.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useChatItemStyles } from '../chat-list/chat-list.styles.ts'
import { useChatClient } from '../chat-client-context.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { isEmptyChat, newChatDraftsOf } from './new-chat-draft.ts'

const useStyles = makeStyles({
  list: {
    flexShrink: 0,
    maxHeight: '40%',
    margin: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} 0`,
    overflowY: 'auto',
    listStyleType: 'none',
  },
  icon: { display: 'grid', placeItems: 'center', flexShrink: 0, width: '40px', fontSize: '24px' },
})

/** New chats that the person began and left, the latest first. The opened one is in the middle pane. */
export function NewChatRows({ openedId }: { openedId: ChatId | null }) {
  const { me, drafts } = useChatClient()
  const styles = useStyles()
  const item = useChatItemStyles()
  const link = useLinkTo()
  const newChats = newChatDraftsOf(me)
  const begun = useSyncExternalStore(newChats.subscribe, newChats.all)
  const texts = useSyncExternalStore(drafts.subscribe, () =>
    JSON.stringify([...begun.keys()].map((id) => [drafts.of(id).text, drafts.of(id).files.length])),
  )
  const written = JSON.parse(texts) as [text: string, files: number][]
  const rows = [...begun].flatMap(([id, draft], at) => {
    const [text = '', files = 0] = written[at] ?? []
    const isEmpty = isEmptyChat(draft, { text, files: Array.from({ length: files }) })
    return isEmpty || id === openedId ? [] : [{ id, draft, text }]
  })
  if (rows.length === 0) return null
  return (
    <ul className={styles.list} aria-label={CHAT_TEXTS.newChatDrafts}>
      {rows.map(({ id, draft: { recipients, written: to }, text }) => (
        <li key={id}>
          <Link to={link(`/?chat=${id}`)} className={item.item}>
            <span className={styles.icon} aria-hidden="true">
              <ComposeRegular />
            </span>
            <span className={item.lines}>
              <span className={mergeClasses(item.line, item.name)}>
                {recipients.length > 0 ? inWords(recipients.map(({ name }) => name)) : to.trim() || CHAT_TEXTS.newChat}
              </span>
              <span className={mergeClasses(item.line, item.preview)}>
                <span className={item.draft}>{CHAT_TEXTS.draft}</span>
                {text.trim() !== '' && <bdi>{text.replaceAll(/\s+/g, ' ').trim()}</bdi>}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
