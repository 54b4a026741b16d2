import { Button, mergeClasses } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { TagDismissRegular } from '@fluentui/react-icons/svg/tag-dismiss'
import { TagAddRegular } from '@fluentui/react-icons/svg/tag-add'
import type { ContactId } from '@partyline/contract'
import { MergeRegular } from '@fluentui/react-icons/svg/merge'
import type { ReactElement } from 'react'
import { loadOnApproach } from '../../platform/chunks.ts'
import type { Chunk } from '../../platform/chunks.ts'
import { BusyRing, openModal, useFrameWidth } from '../../ui/index.ts'
import { mergeModal, tagModal } from '../contact-modals.ts'
import { useMe } from '../../users/index.ts'
import { BULK_TEXTS, contactsOf } from './list-texts.ts'
import { useListStyles } from './list.styles.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  selection: Selection
  count: { count: number; isMore: boolean } | undefined
  /** Called with the contact that two became. */
  onMerged: (id: ContactId) => void
}

/** The number of selected contacts, and actions for all of them; or the progress of one. */
export function SelectionBar({ selection, count, onMerged }: Props) {
  const styles = useListStyles()
  const isNarrow = useFrameWidth() === 'one'
  const isAdmin = useMe()?.role === 'Admin'
  const { task, isAll, ids, size } = selection
  if (task) {
    return (
      <div className={styles.bar} role="toolbar" aria-label={BULK_TEXTS.bar}>
        <Button className={styles.barButton} appearance="subtle" icon={<BusyRing />} disabled aria-hidden />
        <output className={mergeClasses(styles.barCount, styles.barWords)}>
          {[task.label, task.progress].filter(Boolean).join(' ')}
        </output>
        <Button onClick={task.stop}>{BULK_TEXTS.stop}</Button>
      </div>
    )
  }
  const matching = count?.count ?? 0
  const mayHaveMore = !isAll && count !== undefined && (count.isMore || matching > size)
  const words = isAll && count ? BULK_TEXTS.allSelected(matching, count.isMore) : BULK_TEXTS.selected(size)
  const contacts = isAll ? (count?.isMore === false ? contactsOf(matching) : BULK_TEXTS.allMatching) : contactsOf(size)

  const button = (
    label: string,
    icon: ReactElement,
    onClick: () => void,
    modal: { load: Chunk<unknown> } = tagModal,
  ) => (
    <Button
      className={styles.barButton}
      appearance="subtle"
      icon={icon}
      onClick={onClick}
      {...(isNarrow && { 'aria-label': label })}
      {...loadOnApproach(modal.load)}
    >
      {isNarrow ? null : label}
    </Button>
  )
  const [contactId, otherId, ...more] = ids
  const isPair = isAdmin && !isAll && contactId !== undefined && otherId !== undefined && more.length === 0
  function merge() {
    if (!isPair) return
    const done = ({ id }: { id: ContactId }) => {
      selection.clear()
      onMerged(id)
    }
    openModal(mergeModal, { contactId, otherId, onMerged: done })
  }
  const choose = (kind: 'add' | 'remove') =>
    openModal(tagModal, { kind, contacts, onChosen: (tags) => void selection.tag(kind, tags) })
  return (
    <div
      className={styles.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={BULK_TEXTS.bar}
      onKeyDown={(event) => {
        if (event.key === 'Escape') selection.clear()
      }}
    >
      <Button
        className={styles.barButton}
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={BULK_TEXTS.clear}
        onClick={() => selection.clear()}
      />
      <output className={styles.barCount}>{words}</output>
      <span className={styles.barMatching}>
        {mayHaveMore && (
          <Button className={styles.barButton} appearance="transparent" onClick={() => selection.selectMatching()}>
            {BULK_TEXTS.selectMatching(matching, count.isMore)}
          </Button>
        )}
      </span>
      {button(BULK_TEXTS.add, <TagAddRegular />, () => choose('add'))}
      {button(BULK_TEXTS.remove, <TagDismissRegular />, () => choose('remove'))}
      {isPair && button(BULK_TEXTS.merge, <MergeRegular />, merge, mergeModal)}
      {button(BULK_TEXTS.export, <ArrowDownloadRegular />, () => void selection.export())}
    </div>
  )
}
