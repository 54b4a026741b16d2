import { useLayer } from '../../platform/use-layer.ts'
import { AssigneePicker } from './assignee-picker.tsx'
import { closePicker } from './pickers.ts'
import type { Picker } from './pickers.ts'
import { SnoozeMenu } from './snooze-menu.tsx'

export function OpenPicker({ picker }: { picker: Picker }) {
  useLayer(true, closePicker)
  return picker.kind === 'snooze' ? <SnoozeMenu {...picker} /> : <AssigneePicker {...picker} />
}
