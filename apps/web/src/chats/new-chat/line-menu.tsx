import type { NumberId, TwilioNumber } from '@partyline/contract'
import { Button, Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { useState } from 'react'
import { useLayer } from '../../platform/use-layer.ts'
import { useNewChatStyles } from './new-chat.styles.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'

const LINE = 'line'

type Props = {
  numbers: readonly TwilioNumber[]
  chosen: TwilioNumber
  labelOf: (number: TwilioNumber) => string
  disabled: boolean
  onChoose: (numberId: NumberId) => void
}

/** The line of a new chat, and a menu to choose another. */
export function LineMenu({ numbers, chosen, labelOf, disabled, onChoose }: Props) {
  const styles = useNewChatStyles()
  const [open, setOpen] = useState(false)
  useLayer(open, () => setOpen(false))
  return (
    <Menu
      open={open}
      onOpenChange={(_, change) => setOpen(change.open)}
      checkedValues={{ [LINE]: [chosen.id] }}
      onCheckedValueChange={(_, { checkedItems }) => onChoose(checkedItems[0] as NumberId)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          data-compact
          className={styles.line}
          appearance="transparent"
          size="small"
          icon={<ChevronDownRegular />}
          iconPosition="after"
          disabled={disabled}
          aria-label={NEW_CHAT_TEXTS.chooseLine(labelOf(chosen))}
        >
          <span className={styles.lineName}>
            {NEW_CHAT_TEXTS.from} {labelOf(chosen)}
          </span>
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {numbers.map((number) => (
            <MenuItemRadio key={number.id} name={LINE} value={number.id}>
              {labelOf(number)}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
