import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { DocumentRegular } from '@fluentui/react-icons/svg/document'
import { MEDIA_TEXTS } from './media-texts.ts'
import { isShowable } from './file-kinds.ts'

const useStyles = makeStyles({
  files: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalM} 0`,
    listStyleType: 'none',
  },
  file: { position: 'relative', display: 'flex', maxWidth: '200px' },
  picture: {
    width: '72px',
    height: '72px',
    objectFit: 'cover',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  named: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    height: '72px',
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase200,
  },
  remove: {
    position: 'absolute',
    top: '-6px',
    right: '-6px',
    minWidth: '24px',
    width: '24px',
    height: '24px',
    padding: 0,
    boxShadow: tokens.shadow4,
    // Fingers reach further than the eye sees.
    '::after': { content: '""', position: 'absolute', inset: '-8px' },
  },
})

/** A file that is attached to something that is being written. */
type Attached = { id: string; file: Pick<File, 'name' | 'type'>; previewUrl: string }

type Props = {
  files: readonly Attached[]
  disabled?: boolean
  onRemove: (id: string) => void
}

/** The attachments, each with a button to remove it. */
export function AttachedFiles({ files, disabled = false, onRemove }: Props) {
  const styles = useStyles()
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={MEDIA_TEXTS.attachments}>
      {files.map((attached) => (
        <li key={attached.id} className={styles.file}>
          {isShowable({ contentType: attached.file.type }) ? (
            <img className={styles.picture} src={attached.previewUrl} alt={attached.file.name} />
          ) : (
            <span className={styles.named}>
              <DocumentRegular aria-hidden />
              {attached.file.name}
            </span>
          )}
          <Button
            className={styles.remove}
            shape="circular"
            data-compact
            size="small"
            icon={<DismissRegular />}
            disabled={disabled}
            aria-label={MEDIA_TEXTS.removeFile(attached.file.name)}
            onClick={() => onRemove(attached.id)}
          />
        </li>
      ))}
    </ul>
  )
}
