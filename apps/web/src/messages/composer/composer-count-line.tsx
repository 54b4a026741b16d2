import type { ChatId } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { useComposerStyles } from './composer.styles.ts'
import type { Drafts } from './drafts.ts'
import { useComposerCount } from './use-composer-count.ts'
import type { Composition } from './use-composer-count.ts'
import { useDraftAfterPaint } from './use-draft.ts'

type Props = Omit<Composition, 'text'> & { id: string; chatId: ChatId; drafts: Drafts }

/**
 * Says what the message will be on phones. Apart from the field, because it comes after each letter: a long text takes
 * longer to count than a key may.
 */
export function ComposerCountLine({ id, chatId, drafts, ...parts }: Props) {
  const styles = useComposerStyles()
  const text = useDraftAfterPaint(drafts, chatId, (draft) => draft.text)
  const count = useComposerCount({ text, ...parts })
  return (
    <span id={id} className={mergeClasses(styles.count, count.tooLongBy > 0 && styles.tooLong)}>
      <span className={styles.long}>{count.text}</span>
      <span className={styles.short}>{count.short}</span>
    </span>
  )
}
