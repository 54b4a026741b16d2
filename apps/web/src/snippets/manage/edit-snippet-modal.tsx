import type { Snippet } from '@partyline/contract'
import { createSnippetBody, OFFERED_FILES } from '@partyline/contract'
import { Button, Field, Input, Radio, RadioGroup, Textarea } from '@fluentui/react-components'
import { AttachRegular } from '@fluentui/react-icons/svg/attach'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { AttachedFiles, readFiles } from '../../media/index.ts'
import { attachFiles } from '../../core/attach-files.ts'
import { encodeFile } from '../../core/encode-file.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import {
  announce,
  showSaved,
  confirmationModal,
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  openModal,
  OthersChanges,
  updateOf,
  useDangerStyles,
  useSubmit,
} from '../../ui/index.ts'
import { snippetsQuery } from '../snippet-queries.ts'
import { LIST_TEXTS } from '../list-texts.ts'
import { storedAsAttached } from './form-files.ts'
import type { FormFile } from './form-files.ts'
import { MANAGE_TEXTS } from './manage-texts.ts'
import { useManageStyles } from './manage.styles.ts'

export type EditSnippetModalProps = {
  /** The snippet to change; null adds one. */
  snippet: Snippet | null
  /** Whether the person may change shared ones. */
  mayShare: boolean
}

type SnippetForm = { name: string; shortcut: string | null; text: string; shared: boolean }

const fields = createSnippetBody.omit({ media: true }).required()

type VariableName = keyof typeof MANAGE_TEXTS.variables
const VARIABLE_NAMES = Object.keys(MANAGE_TEXTS.variables) as VariableName[]

/** New files have IDs, too. */
const idOf = ({ id }: FormFile) => ({ id })

export function EditSnippetModal({ snippet: opened, mayShare }: EditSnippetModalProps) {
  const styles = useManageStyles()
  const danger = useDangerStyles()
  const api = useApi()
  const client = useQueryClient()
  const chooser = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const { data } = useQuery({ ...snippetsQuery(api), enabled: opened !== null })
  const snippet = opened && (data?.snippets.find(({ id }) => id === opened.id) ?? opened)
  /** Null until the person changes them. */
  const [editedFiles, setEditedFiles] = useState<readonly FormFile[] | null>(null)
  const storedFiles = (snippet?.media ?? []).map(storedAsAttached)
  const files = editedFiles ?? storedFiles
  const saved: SnippetForm = {
    name: snippet?.name ?? '',
    shortcut: snippet?.shortcut ?? null,
    text: snippet?.text ?? '',
    shared: snippet?.shared ?? false,
  }
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<SnippetForm>({
    resolver: standardSchemaResolver(fields),
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const { modal, failure, submit } = useSubmit(form, undefined, { hasChanges: editedFiles !== null })
  const edited = useWatch({ control: form.control }) as SnippetForm
  const added = useRef(editedFiles)
  useEffect(() => {
    added.current = editedFiles
  }, [editedFiles])
  useEffect(
    () => () => {
      for (const { stored, previewUrl } of added.current ?? []) if (!stored) URL.revokeObjectURL(previewUrl)
    },
    [],
  )

  const changed = () => client.invalidateQueries({ queryKey: queryKeys.snippets })

  const save = form.handleSubmit((body) =>
    submit(async () => {
      const media = await Promise.all(
        files.map(async (one) => (one.stored === null ? encodeFile(one.file) : { id: one.stored })),
      )
      if (snippet) {
        const params = { snippetId: snippet.id }
        const update = updateOf({ ...saved, media: storedFiles.map(idOf) }, { ...body, media: files.map(idOf) })
        await api.call('snippets.update', { params, body: { ...update, ...(update.media && { media }) } })
      } else {
        await api.call('snippets.create', { body: { ...body, media: media.filter((one) => 'base64' in one) } })
      }
      await changed()
      showSaved()
    }),
  )

  const askToDelete = ({ id, name, shared }: Snippet) =>
    openModal(confirmationModal, {
      title: MANAGE_TEXTS.deleteTitle,
      message: shared ? MANAGE_TEXTS.deleteShared(name) : MANAGE_TEXTS.deleteOwn(name),
      confirmLabel: MANAGE_TEXTS.delete,
      busyLabel: MANAGE_TEXTS.deleting,
      danger: true,
      onConfirm: async () => {
        await api.call('snippets.delete', { params: { snippetId: id } })
        await changed()
        announce(MANAGE_TEXTS.deleted)
        modal.done()
      },
    })

  async function add(chosen: readonly File[]) {
    const read = (await readFiles(chosen)).map((one) => ({ ...one, stored: null }))
    const { files: attached, rejected, problem } = attachFiles(added.current ?? storedFiles, read)
    for (const { previewUrl } of rejected) URL.revokeObjectURL(previewUrl)
    setEditedFiles(attached)
    setProblem(problem)
  }

  function remove(id: string) {
    setEditedFiles((before) => (before ?? storedFiles).filter((one) => one.id !== id))
    setProblem(null)
  }

  /** Inserts a variable at the caret. A blank is selected, so that it can be named. */
  function insert(name: VariableName) {
    const field = area.current
    if (!field) return
    const words = MANAGE_TEXTS.placeholders[name]
    const from = field.selectionStart
    field.setRangeText(words, from, field.selectionEnd, 'end')
    form.setValue('text', field.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    field.focus()
    if (name === 'blank') field.setSelectionRange(from + 2, from + words.length - 2)
  }

  return (
    <ModalBody
      title={snippet ? MANAGE_TEXTS.editTitle : LIST_TEXTS.create}
      onSubmit={() => void save()}
      actions={
        <ModalActions label={MANAGE_TEXTS.save} busyLabel={MANAGE_TEXTS.saving}>
          {snippet && (
            <Button className={danger.quiet} disabled={modal.submitting} onClick={() => askToDelete(snippet)}>
              {MANAGE_TEXTS.delete}
            </Button>
          )}
        </ModalActions>
      }
    >
      <div className={styles.titles}>
        <Controller
          control={form.control}
          name="name"
          render={({ field, fieldState }) => (
            <FormField label={MANAGE_TEXTS.name} required wrong={fieldState.error?.message}>
              <Input {...field} dir="auto" autoComplete="off" disabled={modal.submitting} />
            </FormField>
          )}
        />
        <Controller
          control={form.control}
          name="shortcut"
          render={({ field: { value, onChange, ...field }, fieldState }) => (
            <FormField label={MANAGE_TEXTS.shortcut} hint={MANAGE_TEXTS.shortcutHint} wrong={fieldState.error?.message}>
              <Input
                {...field}
                contentBefore="/"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                disabled={modal.submitting}
                value={value ?? ''}
                // People type the slash, too.
                onChange={(_, { value: written }) => onChange(written.trim().replace(/^\/+/, '') || null)}
              />
            </FormField>
          )}
        />
      </div>
      <Controller
        control={form.control}
        name="text"
        render={({ field: { ref, ...field }, fieldState }) => (
          <div>
            <FormField label={MANAGE_TEXTS.text} hint={MANAGE_TEXTS.textHint} wrong={fieldState.error?.message}>
              <Textarea
                {...field}
                ref={(element) => {
                  area.current = element
                  ref(element)
                }}
                textarea={{ className: styles.text }}
                resize="vertical"
                dir="auto"
                disabled={modal.submitting}
              />
            </FormField>
            <div className={styles.variables}>
              {MANAGE_TEXTS.insert}
              {VARIABLE_NAMES.map((name) => (
                <Button
                  key={name}
                  data-compact
                  className={styles.variable}
                  size="small"
                  shape="circular"
                  disabled={modal.submitting}
                  aria-label={`${MANAGE_TEXTS.insert} ${MANAGE_TEXTS.variables[name]}`}
                  data-tip={MANAGE_TEXTS.placeholders[name]}
                  onClick={() => insert(name)}
                >
                  {MANAGE_TEXTS.variables[name]}
                </Button>
              ))}
            </div>
          </div>
        )}
      />
      <div className={styles.files}>
        <div className={styles.attached}>
          <Suspense fallback={null}>
            <AttachedFiles files={files} disabled={modal.submitting} onRemove={remove} />
          </Suspense>
        </div>
        <input
          ref={chooser}
          className={styles.chooser}
          type="file"
          multiple
          accept={OFFERED_FILES}
          aria-hidden="true"
          tabIndex={-1}
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])]
            // Otherwise the same file could not be chosen again.
            event.target.value = ''
            void add(chosen)
          }}
        />
        <Button icon={<AttachRegular />} disabled={modal.submitting} onClick={() => chooser.current?.click()}>
          {MANAGE_TEXTS.attach}
        </Button>
        {problem !== null && (
          <p ref={scrollIntoView} className={styles.fileProblem} role="alert">
            {problem}
          </p>
        )}
      </div>
      {mayShare && (
        <Controller
          control={form.control}
          name="shared"
          render={({ field: { value, onChange } }) => (
            <Field label={MANAGE_TEXTS.who}>
              <RadioGroup
                value={value ? 'shared' : 'personal'}
                disabled={modal.submitting}
                onChange={(_, { value: chosen }) => onChange(chosen === 'shared')}
              >
                <Radio value="personal" label={MANAGE_TEXTS.personal} />
                <Radio value="shared" label={MANAGE_TEXTS.shared} />
              </RadioGroup>
            </Field>
          )}
        />
      )}
      <OthersChanges
        saved={{ ...saved, media: storedFiles.map(idOf) }}
        edited={{ ...edited, media: files.map(idOf) }}
        disabled={modal.submitting}
        onUseTheirs={(fields) => {
          for (const field of fields) {
            if (field === 'media') setEditedFiles(null)
            else form.setValue(field, saved[field], { shouldDirty: true })
          }
        }}
      />
      <FormErrorPanel
        submitError={failure}
        messages={[errors.name?.message, errors.text?.message, errors.shortcut?.message]}
      />
    </ModalBody>
  )
}

/** The files that were attached may push the element out of view. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
