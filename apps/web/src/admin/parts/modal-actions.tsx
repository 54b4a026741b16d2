import { Button } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { useModal } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'

type Props = { label: string; busyLabel: string; cancelLabel?: string; children?: ReactNode }

/** The buttons of a modal with a form: submit, what else is possible, and the way out. */
export function ModalActions({ label, busyLabel, cancelLabel = ADMIN_TEXTS.cancel, children }: Props) {
  const modal = useModal()
  return (
    <>
      <Button type="submit" appearance="primary" disabledFocusable={modal.submitting}>
        {modal.submitting ? busyLabel : label}
      </Button>
      {children}
      <Button disabled={modal.submitting} onClick={modal.close}>
        {cancelLabel}
      </Button>
    </>
  )
}
