import { Button, Field, Input } from '@fluentui/react-components'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { useState } from 'react'
import { announce, ModalBody, useModal } from '../../ui/index.ts'
import { KEY_PAGE_TEXTS as TEXTS } from './key-texts.ts'

export type KeyTokenModalProps = { name: string; token: string }

/** Shows a token, once. */
export function KeyTokenModal({ name, token }: KeyTokenModalProps) {
  const modal = useModal()
  const [result, setResult] = useState<'copied' | 'copyFailed' | null>(null)
  const copy = async () => {
    const outcome = await navigator.clipboard.writeText(token).then(
      () => 'copied' as const,
      () => 'copyFailed' as const,
    )
    setResult(outcome)
    announce(TEXTS[outcome])
  }
  return (
    <ModalBody title={TEXTS.tokenTitle} actions={<Button onClick={modal.close}>{TEXTS.done}</Button>}>
      <bdi>{name}</bdi>
      <span>{TEXTS.tokenWarning}</span>
      <Field label={TEXTS.token} hint={result === 'copyFailed' ? TEXTS.copyFailed : undefined}>
        <Input
          value={token}
          readOnly
          dir="ltr"
          onFocus={({ currentTarget }) => currentTarget.select()}
          contentAfter={
            <Button appearance="transparent" size="small" icon={<CopyRegular />} onClick={() => void copy()}>
              {result === 'copied' ? TEXTS.copied : TEXTS.copy}
            </Button>
          }
        />
      </Field>
    </ModalBody>
  )
}
