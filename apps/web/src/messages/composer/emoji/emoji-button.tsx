import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { EmojiRegular } from '@fluentui/react-icons/svg/emoji'
import { useRef, useState } from 'react'
import { lazyChunk, loadOnApproach } from '../../../platform/chunks.ts'
import { useLayer } from '../../../platform/use-layer.ts'
import { usePressOutside } from '../../../platform/use-press-outside.ts'
import { useChunk } from '../../../platform/lazy-component.tsx'
import { BusyRing, usePopoverStyles, VisuallyHidden } from '../../../ui/index.ts'
import { EMOJI_TEXTS } from './emoji-texts.ts'

const loadPicker = lazyChunk(async () => (await import('./emoji-picker.tsx')).EmojiPicker)

const useStyles = makeStyles({
  popover: { maxWidth: 'calc(100% - 16px)', '@media (max-width: 699.98px)': { left: tokens.spacingHorizontalS } },
})

type Props = {
  onChoose: (emoji: string) => void
  /** Called if it is closed without a choice, to return the focus to the text. */
  onLeave: () => void
}

/** Opens the emoji picker above the composer. It is loaded on hover or focus. */
export function EmojiButton({ onChoose, onLeave }: Props) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useLayer(open, () => setOpen(false))

  usePressOutside(open, [place], () => setOpen(false))

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape belongs to the button and what it opened
    <div
      ref={place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.preventDefault()
        event.stopPropagation()
        setOpen(false)
        onLeave()
      }}
    >
      <Button
        appearance="subtle"
        icon={<EmojiRegular />}
        aria-label={EMOJI_TEXTS.open}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        {...loadOnApproach(loadPicker)}
      />
      {open && (
        <EmojiPopover
          onChoose={(emoji) => {
            setOpen(false)
            onChoose(emoji)
          }}
        />
      )}
    </div>
  )
}

function EmojiPopover({ onChoose }: { onChoose: (emoji: string) => void }) {
  const styles = useStyles()
  const { popover, said } = usePopoverStyles()
  const { data: Picker, isError } = useChunk('emoji-picker', loadPicker)
  return (
    <dialog className={mergeClasses(popover, styles.popover)} open aria-label={EMOJI_TEXTS.open}>
      {Picker && <Picker onChoose={onChoose} />}
      {!Picker && (
        <div className={said} role={isError ? 'alert' : undefined}>
          {isError ? EMOJI_TEXTS.failed : <BusyRing />}
          {!isError && <VisuallyHidden>{EMOJI_TEXTS.loading}</VisuallyHidden>}
        </div>
      )}
    </dialog>
  )
}
