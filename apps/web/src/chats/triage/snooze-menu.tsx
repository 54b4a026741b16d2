import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components'
import { loadOnApproach } from '../../platform/chunks.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { openModal } from '../../ui/index.ts'
import { customSnoozeModal } from './triage-modals.ts'
import { closePicker } from './pickers.ts'
import type { Picker } from './pickers.ts'
import { snoozeTimes } from './snooze-times.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

/** When a snoozed chat should reopen. */
export function SnoozeMenu({ anchor, onChoose }: Extract<Picker, { kind: 'snooze' }>) {
  const times = useTimes()
  return (
    <Menu
      open
      positioning={{ target: anchor, position: 'below', align: 'end' }}
      onOpenChange={(_, { open }) => {
        if (!open) closePicker()
      }}
    >
      <MenuPopover>
        <MenuList aria-label={TRIAGE_TEXTS.snooze}>
          {snoozeTimes(times).map(({ label, until }) => (
            <MenuItem key={label} secondaryContent={times.until(until)} onClick={() => onChoose(until)}>
              {label}
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItem
            onClick={() => {
              // The modal returns the focus to where it is at that time.
              closePicker()
              openModal(customSnoozeModal, { onChoose })
            }}
            {...loadOnApproach(customSnoozeModal.load)}
          >
            {TRIAGE_TEXTS.custom}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
