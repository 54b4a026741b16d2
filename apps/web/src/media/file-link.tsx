import type { File } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { DocumentRegular } from '@fluentui/react-icons/svg/document'
import type { ReactNode } from 'react'
import { MEDIA_TEXTS } from './media-texts.ts'

const useStyles = makeStyles({
  file: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    maxWidth: '100%',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    overflowWrap: 'anywhere',
    ':hover': { textDecorationLine: 'underline' },
  },
  icon: { display: 'flex', flexShrink: 0, fontSize: '20px' },
  note: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

type Props = {
  file: File
  /** Shown instead of its name and size. */
  title?: string | undefined
  icon?: ReactNode
  /** Smaller, below the title. */
  note?: string | null
  tabIndex: number
}

/** A link to open or download a file. */
export function FileLink({ file, title, icon, note = null, tabIndex }: Props) {
  const styles = useStyles()
  return (
    <a className={styles.file} href={file.publicLink} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
      <span className={styles.icon} aria-hidden>
        {icon ?? <DocumentRegular />}
      </span>
      <span>
        <bdi>{title ?? MEDIA_TEXTS.file(file.fileName, file.fileSize)}</bdi>
        {note !== null && <span className={styles.note}>{note}</span>}
      </span>
    </a>
  )
}
