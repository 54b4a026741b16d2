import { MenuDivider, MenuGroup, MenuGroupHeader, MenuItemCheckbox, MenuItemRadio } from '@fluentui/react-components'
import { useSignedIn } from '../auth/index.ts'
import { useStore } from '../platform/use-store.ts'
import { choose, isBlocked, notificationSettingsOf } from './browser-settings.ts'
import { NOTIFICATION_TEXTS } from './notification-texts.ts'

const CHOICE = 'notifications'
const SOUND = 'sound'
const CHOICES = ['off', 'mine', 'all'] as const

/** The checked values of the menu with {@link NotificationItems}, and the handler for a change. */
export function useNotificationMenu() {
  const store = notificationSettingsOf(useSignedIn().id)
  const { choice, sound } = useStore(store)
  const isOff = choice === 'unasked' || isBlocked()
  return {
    checkedValues: { [CHOICE]: [isOff ? 'off' : choice], [SOUND]: sound ? [SOUND] : [] },
    change(name: string, [item]: readonly string[]) {
      if (name === SOUND) store.change({ sound: item !== undefined })
      if (name === CHOICE) void choose(store, CHOICES.find((one) => one === item) ?? 'off')
    },
  }
}

/** Menu items: which chats this person gets notifications for in this browser. */
export function NotificationItems() {
  const blocked = isBlocked()
  return (
    <>
      <MenuGroup>
        <MenuGroupHeader>{blocked ? NOTIFICATION_TEXTS.blocked : NOTIFICATION_TEXTS.heading}</MenuGroupHeader>
        {CHOICES.map((value) => (
          <MenuItemRadio key={value} name={CHOICE} value={value} disabled={blocked}>
            {NOTIFICATION_TEXTS[value]}
          </MenuItemRadio>
        ))}
      </MenuGroup>
      <MenuDivider />
      <MenuGroup>
        <MenuGroupHeader>{NOTIFICATION_TEXTS.soundHeading}</MenuGroupHeader>
        <MenuItemCheckbox name={SOUND} value={SOUND} disabled={blocked}>
          {NOTIFICATION_TEXTS.sound}
        </MenuItemCheckbox>
      </MenuGroup>
    </>
  )
}
