import type { Hook } from '@partyline/contract'
import { Button, Field, Input } from '@fluentui/react-components'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { errorModal, FormErrorPanel, ModalActions, ModalBody, openModal, useModal } from '../../ui/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useHooksChanged } from './hooks-queries.ts'
import { HOOKS_TEXTS } from './hooks-texts.ts'

/** The webhook whose secret is replaced. */
export type HookSecretModalProps = { hook: Hook }

export function HookSecretModal({ hook }: HookSecretModalProps) {
  const api = useApi()
  const modal = useModal()
  const changed = useHooksChanged()
  const [secret, setSecret] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function replace() {
    if (modal.submitting) return
    setFailure(null)
    modal.setSubmitting(true)
    try {
      setSecret((await api.call('hooks.rotate', { params: { hookId: hook.id } })).secret)
      await changed()
    } catch (error) {
      setFailure(errorText(error))
    }
    modal.setSubmitting(false)
  }

  if (secret !== null) return <NewSecret secret={secret} />
  return (
    <ModalBody
      title={HOOKS_TEXTS.replaceSecret}
      onSubmit={() => void replace()}
      actions={<ModalActions label={HOOKS_TEXTS.replace} busyLabel={HOOKS_TEXTS.replacing} />}
    >
      <span>{HOOKS_TEXTS.replaceAbout}</span>
      <FormErrorPanel submitError={failure} />
    </ModalBody>
  )
}

/** A new secret, which is shown once: the contents of a modal. */
export function NewSecret({ secret }: { secret: string }) {
  const styles = useAdminStyles()
  const modal = useModal()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  // The button that had the focus is gone.
  useEffect(() => input.current?.select(), [])
  function copy() {
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      (error: unknown) => openModal(errorModal, { title: HOOKS_TEXTS.copyFailed, message: errorText(error) }),
    )
  }
  return (
    <ModalBody
      title={HOOKS_TEXTS.secretTitle}
      actions={
        <Button appearance="primary" onClick={modal.done}>
          {HOOKS_TEXTS.done}
        </Button>
      }
    >
      <Field label={HOOKS_TEXTS.secret} hint={HOOKS_TEXTS.secretAbout}>
        <Input ref={input} readOnly dir="ltr" value={secret} />
      </Field>
      <div className={styles.row}>
        <Button icon={<CopyRegular />} onClick={copy}>
          {HOOKS_TEXTS.copy}
        </Button>
        <output>{isCopied && HOOKS_TEXTS.copied}</output>
      </div>
    </ModalBody>
  )
}
