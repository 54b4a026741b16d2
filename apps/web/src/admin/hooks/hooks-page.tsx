import type { Hook } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { useRef } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { Card, EmptyState, Loaded, openModal } from '../../ui/index.ts'
import { editHookModal } from '../admin-modals.ts'
import { useNumberStyles } from '../numbers/number.styles.ts'
import { useKeptFocus } from '../parts/use-kept-focus.ts'
import { HookCard } from './hook-card.tsx'
import { HookLog } from './hook-log.tsx'
import { hookName } from './hook-name.ts'
import { hooksQuery } from './hooks-queries.ts'
import { HOOKS_TEXTS } from './hooks-texts.ts'

/** The webhooks, and a log of their events. */
export function HooksPage() {
  const api = useApi()
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  useKeptFocus({ within: list, next: add })
  return (
    <>
      <Card
        title={HOOKS_TEXTS.title}
        about={HOOKS_TEXTS.about}
        action={
          <Button ref={add} icon={<AddRegular />} onClick={() => openModal(editHookModal, { hook: null })}>
            {HOOKS_TEXTS.add}
          </Button>
        }
      >
        <div ref={list}>
          <Loaded query={hooksQuery(api)}>{(hooks) => <List hooks={hooks} />}</Loaded>
        </div>
      </Card>
      <HookLog />
    </>
  )
}

function List({ hooks }: { hooks: readonly Hook[] }) {
  const styles = useNumberStyles()
  if (hooks.length === 0) return <EmptyState title={HOOKS_TEXTS.emptyTitle} text={HOOKS_TEXTS.emptyText} />
  return (
    <ul className={styles.cards} aria-label={HOOKS_TEXTS.title}>
      {hooks.map((hook) => (
        <HookCard key={hook.id} hook={hook} name={hookName(hook, hooks)} />
      ))}
    </ul>
  )
}
