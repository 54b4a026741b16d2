import type { ContactField, ContactFieldKind } from '@partyline/contract'
import { contactCalls, contactFieldKind, CONTACT_BOUNDS } from '@partyline/contract'
import { Button, Input, makeStyles, Select, Textarea, tokens } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { ArrowDownRegular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUpRegular } from '@fluentui/react-icons/svg/arrow-up'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { ApiError } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import {
  announce,
  Card,
  FormErrorPanel,
  FormField,
  isSameValue,
  Loaded,
  ONE_PANE,
  OthersChanges,
  showSaved,
  useRefusal,
} from '../../ui/index.ts'
import { fieldsQuery } from '../shared-queries.ts'
import { editedOf, moved, newField, sentOf } from './edited-field.ts'
import type { EditedField } from './edited-field.ts'
import { FIELDS_TEXTS } from './fields-texts.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  list: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  field: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 130px auto',
    alignItems: 'start',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    [`@media ${ONE_PANE}`]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  },
  name: { [`@media ${ONE_PANE}`]: { gridColumn: '1 / -1' } },
  tools: { display: 'flex' },
  choices: { gridColumn: '1 / 3', [`@media ${ONE_PANE}`]: { gridColumn: '1 / -1' } },
  // In line with the names above.
  add: { alignSelf: 'flex-start', minWidth: 0, marginLeft: `calc(-1 * ${tokens.spacingHorizontalM})` },
  quiet: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  ends: { display: 'flex', justifyContent: 'flex-end' },
})

const KINDS = contactFieldKind.options

/** The tenant's own fields of contacts, for Admins: one list with one Save. */
export function ContactFields() {
  return (
    <Card title={FIELDS_TEXTS.title} about={FIELDS_TEXTS.about}>
      <Loaded query={fieldsQuery(useApi())}>{(fields) => <FieldsForm saved={fields} />}</Loaded>
    </Card>
  )
}

function FieldsForm({ saved }: { saved: readonly ContactField[] }) {
  const styles = useStyles()
  const api = useApi()
  const client = useQueryClient()
  /** Null until the person changes something. */
  const [edited, setEdited] = useState<readonly EditedField[] | null>(null)
  const [isSaving, setSaving] = useState(false)
  /** By the place of the field. */
  const [wrong, setWrong] = useState<Readonly<Record<number, FieldProblem>>>({})
  const { failure, begin, refuse } = useRefusal(null, isSaving)
  const list = useRef<HTMLUListElement>(null)
  const [focused, focus] = useState<{ key: string; part: string } | null>(null)
  const fields = edited ?? saved.map(editedOf)
  const names = saved.filter(({ id }) => !fields.some((field) => field.id === id)).map(({ name }) => `“${name}”`)

  useEffect(() => {
    if (focused === null) return
    const row = list.current?.querySelector(`[data-field="${focused.key}"]`)
    const parts = [...(row?.querySelectorAll<HTMLElement>('[data-part]') ?? [])]
    const wanted = parts.find(({ dataset }) => dataset['part'] === focused.part)
    // At the end of the list, a field only moves back.
    const usable = wanted?.matches(':disabled') ? parts.find((part) => !part.matches(':disabled, input')) : wanted
    usable?.focus()
  }, [focused])

  function change(next: readonly EditedField[]) {
    setEdited(isSameValue(next.map(sentOf), saved) ? null : next)
    setWrong({})
  }
  const set = (index: number, parts: Partial<EditedField>) =>
    change(fields.map((field, at) => (at === index ? { ...field, ...parts } : field)))

  function move(from: number, to: number, part: string) {
    const field = fields[from]
    if (!field) return
    change(moved(fields, from, to))
    focus({ key: field.key, part })
    announce(FIELDS_TEXTS.place(field.name || FIELDS_TEXTS.newField, to + 1))
  }

  async function save(event: SubmitEvent) {
    event.preventDefault()
    const body = { fields: fields.map(sentOf), seen: { fields: saved } }
    const parsed = contactCalls['contactFields.update'].body.safeParse(body)
    if (!parsed.success) {
      showProblems(parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message })))
      return
    }
    begin()
    setSaving(true)
    try {
      const now = await api.call('contactFields.update', { body })
      client.setQueryData(queryKeys.contacts.fields, now)
      void client.invalidateQueries({ queryKey: queryKeys.contacts.all })
      setEdited(null)
      showSaved()
    } catch (error) {
      const errors = error instanceof ApiError ? Object.entries(error.errors) : []
      const parts = errors.map(([name, sentences]) => ({
        path: name.replaceAll(/\[(\d+)\]/g, '.$1').split('.'),
        message: sentences.join('\n'),
      }))
      if (parts.length > 0 && parts.every(({ path }) => path[0] === 'fields' && path.length > 1)) showProblems(parts)
      else refuse(error)
    } finally {
      setSaving(false)
    }
  }

  function showProblems(problems: readonly { path: string[]; message: string }[]) {
    const found: Record<number, FieldProblem> = {}
    for (const { path, message } of problems) {
      const [, place, part] = path
      const index = Number(place)
      found[index] = { ...found[index], [part === 'choices' ? 'choices' : 'name']: message }
    }
    setWrong(found)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)}>
      {fields.length === 0 && <p className={styles.quiet}>{FIELDS_TEXTS.none}</p>}
      <ul ref={list} className={styles.list} aria-label={FIELDS_TEXTS.list}>
        {fields.map((field, index) => (
          <FieldRow
            key={field.key}
            field={field}
            index={index}
            count={fields.length}
            problem={wrong[index] ?? {}}
            disabled={isSaving}
            onChange={(parts) => set(index, parts)}
            onMove={(to, part) => move(index, to, part)}
            onRemove={() => {
              change(fields.toSpliced(index, 1))
              const next = fields[index + 1] ?? fields[index - 1]
              if (next) focus({ key: next.key, part: 'name' })
            }}
          />
        ))}
      </ul>
      {fields.length < CONTACT_BOUNDS.fields ? (
        <Button
          className={styles.add}
          appearance="subtle"
          icon={<AddRegular />}
          disabled={isSaving}
          onClick={() => {
            const added = newField()
            change([...fields, added])
            focus({ key: added.key, part: 'name' })
          }}
        >
          {FIELDS_TEXTS.add}
        </Button>
      ) : (
        <p className={styles.quiet}>{FIELDS_TEXTS.most(CONTACT_BOUNDS.fields)}</p>
      )}
      {names.length > 0 && <output className={styles.quiet}>{FIELDS_TEXTS.removed(LIST.format(names))}</output>}
      <OthersChanges
        saved={{ fields: saved }}
        edited={{ fields: edited === null ? saved : edited.map(sentOf) }}
        disabled={isSaving}
        onUseTheirs={() => setEdited(null)}
      />
      <FormErrorPanel
        submitError={failure}
        messages={Object.values(wrong).flatMap(({ name, choices }) => [name, choices])}
      />
      <div className={styles.ends}>
        <Button type="submit" appearance="primary" disabledFocusable={isSaving || edited === null}>
          {isSaving ? FIELDS_TEXTS.saving : FIELDS_TEXTS.save}
        </Button>
      </div>
    </form>
  )
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

type FieldProblem = { name?: string; choices?: string }

type RowProps = {
  field: EditedField
  index: number
  count: number
  problem: FieldProblem
  disabled: boolean
  onChange: (parts: Partial<EditedField>) => void
  onMove: (to: number, part: 'up' | 'down') => void
  onRemove: () => void
}

function FieldRow({ field, index, count, problem, disabled, onChange, onMove, onRemove }: RowProps) {
  const styles = useStyles()
  const name = field.name.trim() || FIELDS_TEXTS.newField
  return (
    <li className={styles.field} data-field={field.key}>
      <FormField className={styles.name} wrong={problem.name}>
        <Input
          dir="auto"
          autoComplete="off"
          aria-label={FIELDS_TEXTS.name(index + 1)}
          placeholder={FIELDS_TEXTS.namePlaceholder}
          value={field.name}
          disabled={disabled}
          input={{ 'data-part': 'name' } as object}
          onChange={(_, { value }) => onChange({ name: value })}
        />
      </FormField>
      <Select
        aria-label={FIELDS_TEXTS.kind(name)}
        value={field.kind}
        // The values of a saved field are of its type.
        disabled={disabled || field.id !== null}
        onChange={(_, { value }) => onChange({ kind: value as ContactFieldKind })}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {FIELDS_TEXTS.kinds[kind]}
          </option>
        ))}
      </Select>
      <div className={styles.tools}>
        <Button
          appearance="subtle"
          icon={<ArrowUpRegular />}
          aria-label={FIELDS_TEXTS.up(name)}
          data-part="up"
          disabled={disabled || index === 0}
          onClick={() => onMove(index - 1, 'up')}
        />
        <Button
          appearance="subtle"
          icon={<ArrowDownRegular />}
          aria-label={FIELDS_TEXTS.down(name)}
          data-part="down"
          disabled={disabled || index === count - 1}
          onClick={() => onMove(index + 1, 'down')}
        />
        <Button
          appearance="subtle"
          icon={<DeleteRegular />}
          aria-label={FIELDS_TEXTS.remove(name)}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
      {field.kind === 'choice' && (
        <FormField className={styles.choices} hint={FIELDS_TEXTS.choicesHint} wrong={problem.choices}>
          <Textarea
            dir="auto"
            rows={3}
            resize="vertical"
            aria-label={FIELDS_TEXTS.choices(name)}
            value={field.choices}
            disabled={disabled}
            onChange={(_, { value }) => onChange({ choices: value })}
          />
        </FormField>
      )}
    </li>
  )
}
