import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { EmojiRegular } from '@fluentui/react-icons/svg/emoji'
import { useEffect, useRef, useState } from 'react'
import { lazyChunk } from '../../../platform/chunks.ts'
import { useLayer } from '../../../platform/use-layer.ts'
import { useChunk } from '../../../platform/lazy-component.tsx'
import { BusyRing, VisuallyHidden } from '../../../ui/index.ts'
import { EMOJI_TEXTS } from './emoji-texts.ts'

const loadPicker = lazyChunk(async () => (await import('./emoji-picker.tsx')).EmojiPicker)

const useStyles = makeStyles({
  popover: {
    position: 'absolute',
    zIndex: 2,
    left: tokens.spacingHorizontalXXL,
    right: 'auto',
    bottom: '100%',
    margin: 0,
    padding: 0,
    maxWidth: 'calc(100% - 16px)',
    '@media (max-width: 699.98px)': { left: tokens.spacingHorizontalS },
    overflow: 'hidden',
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    color: tokens.colorNeutralForeground1,
  },
  said: { display: 'flex', columnGap: tokens.spacingHorizontalS, padding: tokens.spacingHorizontalL },
})

type Props = {
  onChoose: (emoji: string) => void
  /** Called if it is closed without a choice, to return the focus to the text. */
  onLeave: () => void
}

/** Opens the emoji picker above the composer. It is loaded on hover. */
export function EmojiButton({ onChoose, onLeave }: Props) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useLayer(open, () => setOpen(false))

  useEffect(() => {
    if (!open) return undefined
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

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
        title={EMOJI_TEXTS.open}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onPointerEnter={() => void loadPicker().catch(() => undefined)}
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
  const { data: Picker, isError } = useChunk('emoji-picker', loadPicker)
  return (
    <dialog className={styles.popover} open aria-label={EMOJI_TEXTS.open}>
      {Picker && <Picker onChoose={onChoose} />}
      {!Picker && (
        <div className={styles.said} role={isError ? 'alert' : undefined}>
          {isError ? EMOJI_TEXTS.failed : <BusyRing />}
          {!isError && <VisuallyHidden>{EMOJI_TEXTS.loading}</VisuallyHidden>}
        </div>
      )}
    </dialog>
  )
}
