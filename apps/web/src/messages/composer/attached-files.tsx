import { Button } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { DocumentRegular } from '@fluentui/react-icons/svg/document'
import { isShowable } from '../../media/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { AttachedFile } from '../../core/outbox/outgoing.ts'
import { useComposerStyles } from './composer.styles.ts'

type Props = { files: readonly AttachedFile[]; onRemove: (file: AttachedFile) => void }

/** The attachments, each with a button to remove it. */
export function AttachedFiles({ files, onRemove }: Props) {
  const styles = useComposerStyles()
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={MESSAGE_TEXTS.attachments}>
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
            aria-label={MESSAGE_TEXTS.removeFile(attached.file.name)}
            onClick={() => onRemove(attached)}
          />
        </li>
      ))}
    </ul>
  )
}
