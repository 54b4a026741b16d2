import type { Chat, ChatNotify } from '@partyline/contract'
import { MenuDivider, MenuGroup, MenuGroupHeader, MenuItemRadio } from '@fluentui/react-components'
import { NOTIFY_CHOICES, TRIAGE_TEXTS } from './triage-texts.ts'
import { useSetNotify } from './use-notify.ts'

const NOTIFY = 'notify'

/** The props of a menu with {@link NotifyItems}. */
export function useNotifyMenu(chat: Pick<Chat, 'id' | 'notify'> | undefined) {
  const setNotify = useSetNotify()
  return {
    checkedValues: { [NOTIFY]: [chat?.notify ?? 'mine'] },
    onCheckedValueChange: (_: unknown, { checkedItems: [item] }: { checkedItems: string[] }) => {
      if (chat && item !== undefined) void setNotify(chat.id, item as ChatNotify)
    },
  }
}

/** Menu items: which messages of the chat this person is notified of. */
export function NotifyItems() {
  return (
    <>
      <MenuDivider />
      <MenuGroup>
        <MenuGroupHeader>{TRIAGE_TEXTS.notify}</MenuGroupHeader>
        {NOTIFY_CHOICES.map(({ value, label }) => (
          <MenuItemRadio key={value} name={NOTIFY} value={value}>
            {label}
          </MenuItemRadio>
        ))}
      </MenuGroup>
    </>
  )
}
