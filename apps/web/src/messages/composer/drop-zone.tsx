import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { MESSAGE_TEXTS } from '../message-texts.ts'

const useStyles = makeStyles({
  zone: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  veil: {
    position: 'absolute',
    zIndex: 1,
    inset: tokens.spacingHorizontalS,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    border: `2px dashed ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    opacity: 0.92,
    color: tokens.colorBrandForeground1,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    pointerEvents: 'none',
  },
})

type Props = { onFiles: ((files: Iterable<File>) => void) | null; children: ReactNode }

/** Accepts files dropped anywhere on the chat. By keyboard, the composer's button does the same. */
export function DropZone({ onFiles, children }: Props) {
  const styles = useStyles()
  const [over, setOver] = useState(false)
  const carriesFiles = (event: DragEvent) => onFiles !== null && event.dataTransfer.types.includes('Files')
  return (
    <div
      className={styles.zone}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!carriesFiles(event)) return
        event.preventDefault()
        onFiles?.(event.dataTransfer.files)
      }}
    >
      {children}
      {over && <div className={styles.veil}>{MESSAGE_TEXTS.dropHere}</div>}
    </div>
  )
}
