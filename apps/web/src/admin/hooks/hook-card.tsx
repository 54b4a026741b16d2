import type { Hook } from '@partyline/contract'
import { HOOK_DISABLED, HOOK_FAILURES, HOOK_KINDS } from '@partyline/contract'
import { Badge, Button, mergeClasses } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { KeyRegular } from '@fluentui/react-icons/svg/key'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { useId, useRef, useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { confirmationModal, errorModal, openModal, showToast, useDangerStyles, useMenuLayer } from '../../ui/index.ts'
import { editHookModal, hookSecretModal } from '../admin-modals.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useDiagnosticsStyles } from '../diagnostics/diagnostics.styles.ts'
import { StateIcon } from '../diagnostics/finding.tsx'
import { useNumberStyles } from '../numbers/number.styles.ts'
import { useHookLogStyles } from './hook-log.styles.ts'
import { needsAttention, useHookDeleted, useHooksChanged } from './hooks-queries.ts'
import { HOOKS_TEXTS, HOOK_LOG_TEXTS } from './hooks-texts.ts'

/** A webhook: its state, events, and actions. */
export function HookCard({ hook, name }: { hook: Hook; name: string }) {
  const styles = useNumberStyles()
  const { quiet, fact } = useAdminStyles()
  const { name: wrapped } = useHookLogStyles()
  const test = useTest(hook)
  const heading = useId()
  return (
    <li className={styles.card} aria-labelledby={heading}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h3 id={heading} className={mergeClasses(styles.name, wrapped)} title={hook.url}>
            {name}
          </h3>
          <p className={mergeClasses(quiet, fact)}>{hook.events.map((kind) => HOOK_KINDS[kind]).join(' · ')}</p>
        </div>
        <Badge className={styles.badge} appearance="tint" color={hook.enabled ? 'success' : 'subtle'}>
          {hook.enabled ? HOOKS_TEXTS.working : HOOKS_TEXTS.disabled}
        </Badge>
      </div>
      <State hook={hook} />
      <div className={styles.actions}>
        <Button aria-label={HOOKS_TEXTS.editOf(name)} onClick={() => openModal(editHookModal, { hook })}>
          {HOOKS_TEXTS.edit}
        </Button>
        {hook.enabled && (
          <Button
            aria-label={test.isRunning ? HOOKS_TEXTS.testingOf(name) : HOOKS_TEXTS.testOf(name)}
            disabledFocusable={test.isRunning}
            onClick={test.run}
          >
            {test.isRunning ? HOOKS_TEXTS.testing : HOOKS_TEXTS.test}
          </Button>
        )}
        <HookMenu hook={hook} name={name} />
      </div>
    </li>
  )
}

function State({ hook }: { hook: Hook }) {
  const times = useTimes()
  const styles = useDiagnosticsStyles()
  const { disabled, failingSince, previousSecretUntil } = hook
  const words = disabled
    ? disabled.reason === 'admin'
      ? HOOKS_TEXTS.byAdmin(times.full(disabled.since))
      : HOOKS_TEXTS.disabledSince(HOOK_DISABLED[disabled.reason], times.full(disabled.since))
    : failingSince && HOOKS_TEXTS.failing(times.full(failingSince))
  const lines = [
    ...(words ? [{ state: needsAttention(hook) ? ('warning' as const) : ('skipped' as const), words }] : []),
    ...(previousSecretUntil
      ? [{ state: 'skipped' as const, words: HOOKS_TEXTS.bothSecrets(times.full(previousSecretUntil)) }]
      : []),
  ]
  return lines.map((line) => (
    <div key={line.words} className={styles.sending}>
      <StateIcon state={line.state} className={styles.sendingIcon} />
      <span className={styles.checkWords}>{line.words}</span>
    </div>
  ))
}

function useTest({ id: hookId }: Hook) {
  const api = useApi()
  const changed = useHooksChanged()
  const [isRunning, setRunning] = useState(false)
  async function send() {
    setRunning(true)
    try {
      const { attempts } = await api.call('hooks.test', { params: { hookId } })
      const { failure = null, status = null } = attempts.at(-1) ?? {}
      if (failure === null) showToast({ kind: 'done', text: HOOKS_TEXTS.testDelivered(status) })
      else {
        const answer = status === null ? [] : [HOOK_LOG_TEXTS.status(status)]
        openModal(errorModal, {
          title: HOOKS_TEXTS.testFailed,
          message: [HOOK_FAILURES[failure], ...answer].join(' · '),
        })
      }
      await changed()
    } catch (error) {
      openModal(errorModal, { title: HOOKS_TEXTS.testFailed, message: errorText(error) })
    }
    setRunning(false)
  }
  return { isRunning, run: () => void (isRunning || send()) }
}

function HookMenu({ hook, name }: { hook: Hook; name: string }) {
  const api = useApi()
  const deleted = useHookDeleted()
  const danger = useDangerStyles()
  const layer = useMenuLayer({ isOpen: false })
  const trigger = useRef<HTMLButtonElement>(null)
  // It gets the focus when the modal closes, because the item is gone by then.
  const backHere = () => trigger.current?.focus()
  function replace() {
    backHere()
    openModal(hookSecretModal, { hook })
  }
  function remove() {
    backHere()
    openModal(confirmationModal, {
      title: HOOKS_TEXTS.deleteTitle,
      message: HOOKS_TEXTS.deleteMessage(name),
      confirmLabel: HOOKS_TEXTS.delete,
      busyLabel: HOOKS_TEXTS.deleting,
      danger: true,
      onConfirm: async () => {
        await api.call('hooks.delete', { params: { hookId: hook.id } })
        await deleted(hook.id)
      },
    })
  }
  return (
    <Menu {...layer} inline positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <Button
          ref={trigger}
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={HOOKS_TEXTS.more(name)}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<KeyRegular />} onClick={replace}>
            {HOOKS_TEXTS.replaceSecret}
          </MenuItem>
          <MenuDivider />
          <MenuItem className={danger.quiet} icon={<DeleteRegular />} onClick={remove}>
            {HOOKS_TEXTS.delete}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
