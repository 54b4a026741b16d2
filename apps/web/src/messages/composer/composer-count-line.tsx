import type { ChatId } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { useComposerStyles } from './composer.styles.ts'
import type { Drafts } from '../../core/drafts.ts'
import { useDraftAfterPaint } from './use-draft.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countComposition } from './composer-count.ts'
import { segmentsQuery } from './segments-query.ts'

type Props = {
  signature: string | null
  files: number
  phones: number
  skips: boolean
  id: string
  chatId: ChatId
  drafts: Drafts
  /** Replaces the text. Absent while it cannot be changed. */
  onRewrite: ((text: string) => void) | undefined
}

/** The message's length and reach. Rendered after the field, because counting a long text takes longer than a keystroke should. */
export function ComposerCountLine({ id, chatId, drafts, onRewrite, ...parts }: Props) {
  const styles = useComposerStyles()
  const text = useDraftAfterPaint(drafts, chatId, (draft) => draft.text)
  const { data: counter = null } = useQuery({ ...segmentsQuery, enabled: text !== '' && parts.phones > 0 })
  const { signature, files, phones, skips } = parts
  const count = useMemo(
    () => countComposition({ text, signature, files, phones, skips, counter }),
    [text, signature, files, phones, skips, counter],
  )
  return (
    <div
      className={mergeClasses(styles.count, count.isCostly && styles.costly)}
      data-costly={count.isCostly || undefined}
    >
      <span id={id} className={mergeClasses(count.tooLongBy > 0 && styles.tooLong)}>
        <span className={styles.long}>{count.text}</span>
        <span className={styles.short}>{count.short}</span>
      </span>
      {count.saved > 0 && onRewrite && counter && (
        <Button
          className={styles.plain}
          appearance="transparent"
          size="small"
          onClick={() => onRewrite(counter.plainText(drafts.of(chatId).text))}
        >
          {MESSAGE_TEXTS.plainCharacters(count.saved)}
        </Button>
      )}
    </div>
  )
}
