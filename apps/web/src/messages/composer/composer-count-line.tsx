import type { ChatId } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { useComposerStyles } from './composer.styles.ts'
import type { Drafts } from '../../core/drafts.ts'
import { useDraftAfterPaint } from './use-draft.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Counted } from './composer-count.ts'
import { countComposition } from './composer-count.ts'
import { segmentsQuery } from './segments-query.ts'

type Props = Omit<Composition, 'text'> & { id: string; chatId: ChatId; drafts: Drafts }

/** The message's length and reach. Rendered after the field, because counting a long text takes longer than a keystroke should. */
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

type Composition = { text: string; signature: string | null; files: number; phones: number; skips: boolean }

/** The message's length and reach. The segment calculator is loaded with the first letter. */
function useComposerCount({ text, signature, files, phones, skips }: Composition): Counted {
  const { data: segmentsOf = null } = useQuery({ ...segmentsQuery, enabled: text !== '' && phones > 0 })
  return useMemo(
    () => countComposition({ text, signature, files, phones, skips, segmentsOf }),
    [text, signature, files, phones, skips, segmentsOf],
  )
}
