import { mergeClasses } from '@fluentui/react-components'
import { useComposerStyles } from './composer.styles.ts'
import { useComposerCount } from './use-composer-count.ts'
import type { Composition } from './use-composer-count.ts'

/** Says what the message will be on phones. Apart from the field, because it comes after each letter. */
export function ComposerCountLine({ id, ...composition }: Composition & { id: string }) {
  const styles = useComposerStyles()
  const count = useComposerCount(composition)
  return (
    <span id={id} className={mergeClasses(styles.count, count.tooLongBy > 0 && styles.tooLong)}>
      <span className={styles.long}>{count.text}</span>
      <span className={styles.short}>{count.short}</span>
    </span>
  )
}
