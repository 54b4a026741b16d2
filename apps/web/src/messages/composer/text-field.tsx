import type { ChatId } from '@partyline/contract'
import { useLayoutEffect } from 'react'
import type { ComponentProps, RefObject } from 'react'
import { useComposerStyles } from './composer.styles.ts'
import type { Drafts } from '../../core/drafts.ts'
import { useDraft } from './use-draft.ts'

type Props = Pick<
  ComponentProps<'textarea'>,
  | 'onKeyDown'
  | 'onPaste'
  | 'onInput'
  | 'onSelect'
  | 'onBlur'
  | 'onClick'
  | 'readOnly'
  | 'placeholder'
  | 'aria-label'
  | 'aria-describedby'
> & {
  chatId: ChatId
  drafts: Drafts
  field: RefObject<HTMLTextAreaElement | null>
}

/** The text of a message; the field grows with it. */
export function TextField({ chatId, drafts, field, ...rest }: Props) {
  const styles = useComposerStyles()
  const text = useDraft(drafts, chatId, (draft) => draft.text)

  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current, text)
  }, [field, text])

  return (
    <textarea
      ref={field}
      className={styles.text}
      rows={1}
      dir="auto"
      value={text}
      enterKeyHint="send"
      onChange={(event) => drafts.write(chatId, event.target.value)}
      {...rest}
    />
  )
}

/** Fits the height to the text in browsers without `field-sizing`, at the cost of a layout per key. */
function fitHeight(field: HTMLTextAreaElement, text: string) {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  if (text !== '') field.style.height = `${field.scrollHeight}px`
}
