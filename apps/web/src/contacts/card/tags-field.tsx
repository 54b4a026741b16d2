import { CONTACT_BOUNDS, fold, OPTIONS_HEIGHT } from '@partyline/contract'
import { Combobox, Option, Tag, TagGroup } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ref } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { FormField } from '../../ui/index.ts'
import { tagsQuery } from '../contact-queries.ts'
import { FORM_TEXTS } from './card-texts.ts'
import { useCardStyles } from './card.styles.ts'

type Props = {
  label: string
  value: readonly string[]
  /** Whether tags that no contact has can be added. */
  mayAdd?: boolean
  /** Called with the typed text, if the form itself turns it into a tag. */
  onWrite?: (text: string) => void
  disabled?: boolean
  wrong?: string | undefined
  ref?: Ref<HTMLInputElement>
  onChange: (tags: string[]) => void
}

const isSame = (one: string, other: string) => fold(one) === fold(other)

/** Chosen tags, and a field that suggests existing ones. */
export function TagsField({ label, value, mayAdd = true, onWrite, disabled = false, wrong, ref, onChange }: Props) {
  const styles = useCardStyles()
  const { data: known = [] } = useQuery(tagsQuery(useApi()))
  const [written, setText] = useState('')
  const setWritten = (text: string) => {
    setText(text)
    onWrite?.(text)
  }
  const term = written.trim()
  const others = known.filter((tag) => !value.some((one) => isSame(one, tag)))
  const found = others.filter((tag) => fold(tag).includes(fold(term)))
  const isNew = mayAdd && term !== '' && ![...known, ...value].some((tag) => isSame(tag, term))

  function add(tag: string) {
    setWritten('')
    const added = tag.trim()
    if (added === '' || value.some((one) => isSame(one, added))) return
    onChange([...value, known.find((one) => isSame(one, added)) ?? added])
  }

  return (
    <div className={styles.rows}>
      <FormField label={label} wrong={wrong}>
        <Combobox
          ref={ref}
          freeform
          autoComplete="off"
          disabled={disabled || value.length >= CONTACT_BOUNDS.tags}
          listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
          // The button that adds the typed text is below, and the list must not cover it.
          positioning={{ autoSize: false, position: onWrite ? 'above' : 'below' }}
          placeholder={mayAdd ? FORM_TEXTS.addTag : FORM_TEXTS.chooseTag}
          value={written}
          selectedOptions={[]}
          onChange={({ target }) => {
            const [whole = '', ...rest] = mayAdd ? target.value.split(',') : [target.value]
            if (rest.length === 0) setWritten(whole)
            else add(whole)
          }}
          onBlur={() => {
            // Saving the form adds text that is still in the field as a tag.
            if (isNew && !onWrite) add(term)
          }}
          onOptionSelect={(_, { optionValue }) => optionValue && add(optionValue)}
        >
          {found.map((tag) => (
            <Option key={tag} value={tag}>
              {tag}
            </Option>
          ))}
          {isNew && (
            <Option value={term} text={term}>
              {FORM_TEXTS.newTag(term)}
            </Option>
          )}
          {found.length === 0 && !isNew && (
            <Option disabled value="" text="">
              {known.length > 0 ? FORM_TEXTS.noOption : mayAdd ? FORM_TEXTS.noTagsTypeOne : FORM_TEXTS.noTags}
            </Option>
          )}
        </Combobox>
      </FormField>
      {value.length > 0 && (
        <TagGroup
          aria-label={FORM_TEXTS.chosenTags}
          disabled={disabled}
          className={styles.tags}
          size="small"
          onDismiss={(_, { value: gone }) => onChange(value.filter((tag) => tag !== gone))}
        >
          {value.map((tag) => (
            <Tag key={tag} value={tag} dismissible dismissIcon={{ 'aria-label': FORM_TEXTS.removeTag }}>
              <bdi>{tag}</bdi>
            </Tag>
          ))}
        </TagGroup>
      )}
    </div>
  )
}
