import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { AlertRegular } from '@fluentui/react-icons/svg/alert'
import { AlertSnoozeRegular } from '@fluentui/react-icons/svg/alert-snooze'
import { errorText } from '../../platform/api-error.ts'
import { useGo } from '../../platform/navigation.tsx'
import { useTimes } from '../../platform/platform-context.tsx'
import { showToast } from '../../ui/index.ts'
import { useChangeNotifications } from '../notification-queries.ts'
import { PAUSE_TEXTS } from './pause-texts.ts'
import { inAnHour, tomorrowMorning } from './pause-times.ts'
import { usePausedUntil } from './use-paused-until.ts'

/** Menu items: to pause or resume notifications, and to their settings. */
export function NotificationItems() {
  const go = useGo()
  return (
    <>
      <PauseItem />
      <MenuItem icon={<AlertRegular />} onClick={() => go('/notifications')}>
        {PAUSE_TEXTS.settings}
      </MenuItem>
    </>
  )
}

function PauseItem() {
  const times = useTimes()
  const pausedUntil = usePausedUntil()
  const { mutateAsync } = useChangeNotifications()

  // The menu is closed when the response arrives.
  const pause = async (until: string | null) => {
    try {
      await mutateAsync({ pausedUntil: until })
      showToast({ kind: 'done', text: until === null ? PAUSE_TEXTS.resumed : PAUSE_TEXTS.sign(times.until(until)) })
    } catch (error) {
      showToast({ kind: 'failed', text: errorText(error) })
    }
  }
  if (pausedUntil !== null) {
    return (
      <MenuItem
        icon={<AlertSnoozeRegular />}
        subText={PAUSE_TEXTS.pausedUntil(times.until(pausedUntil))}
        onClick={() => void pause(null)}
      >
        {PAUSE_TEXTS.resume}
      </MenuItem>
    )
  }
  const tomorrow = tomorrowMorning(times)
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuItem icon={<AlertSnoozeRegular />}>{PAUSE_TEXTS.pause}</MenuItem>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => void pause(inAnHour(times))}>{PAUSE_TEXTS.forAnHour}</MenuItem>
          <MenuItem secondaryContent={times.clock(tomorrow)} onClick={() => void pause(tomorrow)}>
            {PAUSE_TEXTS.untilTomorrow}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
