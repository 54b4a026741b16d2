import type { ContactView } from '@partyline/contract'
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { BookmarkRegular } from '@fluentui/react-icons/svg/bookmark'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { loadOnApproach } from '../../platform/chunks.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import {
  confirmationModal,
  errorModal,
  isSameValue,
  openModal,
  showToast,
  useFrameWidth,
  useMenuLayer,
} from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { saveViewModal } from '../contact-modals.ts'
import { viewsQuery } from '../contact-queries.ts'
import { FIRST_STATE, searchOf, stateOfView } from './list-state.ts'
import type { ListState } from './list-state.ts'
import { VIEW_TEXTS } from './list-texts.ts'
import { useListStyles } from './list.styles.ts'

type Props = { state: ListState; onChange: (state: ListState) => void }

const ALL = 'all'

/** Saved searches: shows, saves, replaces, and deletes them. */
export function ViewsMenu({ state, onChange }: Props) {
  const styles = useListStyles()
  const api = useApi()
  const client = useQueryClient()
  const times = useTimes()
  const layer = useMenuLayer({ isOpen: false })
  const isNarrow = useFrameWidth() === 'one'
  const me = useMe()
  const { data: views = [] } = useQuery(viewsQuery(api))
  /** The view that was chosen last, which may have been changed since. */
  const [chosen, setChosen] = useState<ContactView['id'] | null>(null)
  const search = searchOf(state, times)
  const isShown = (view: ContactView) => isSameValue(searchOf(stateOfView(view, times), times), search)
  const shown = views.find((view) => view.id === chosen && isShown(view)) ?? views.find(isShown)
  const last = shown ?? views.find(({ id }) => id === chosen)
  const isFirst = isSameValue(state, FIRST_STATE)

  function show(value: string) {
    const view = views.find(({ id }) => id === value)
    setChosen(view?.id ?? null)
    onChange(view ? stateOfView(view, times) : FIRST_STATE)
  }

  const mayChange = ({ createdBy }: ContactView) => createdBy.id === me?.id || me?.role === 'Admin'
  const owner = ({ shared, createdBy }: ContactView) => {
    if (!shared) return VIEW_TEXTS.personal
    return createdBy.id === me?.id ? VIEW_TEXTS.sharedByYou : VIEW_TEXTS.sharedBy(createdBy.name)
  }

  const save = () => openModal(saveViewModal, { search, onSaved: ({ id }) => setChosen(id) })

  async function replace({ id, name, shared }: ContactView) {
    try {
      const body = { ...search, name, shared }
      await api.call('contactViews.update', { params: { contactViewId: id }, body })
      await client.invalidateQueries({ queryKey: queryKeys.contacts.views })
      showToast({ kind: 'done', text: VIEW_TEXTS.replaced })
    } catch (error) {
      openModal(errorModal, { title: VIEW_TEXTS.replaceFailed, message: errorText(error) })
    }
  }

  const askToDelete = ({ id, name, shared }: ContactView) =>
    openModal(confirmationModal, {
      title: VIEW_TEXTS.deleteTitle,
      message: (shared ? VIEW_TEXTS.deleteShared : VIEW_TEXTS.deleteOwn)(name),
      confirmLabel: VIEW_TEXTS.deleteLabel,
      busyLabel: VIEW_TEXTS.deleting,
      danger: true,
      onConfirm: async () => {
        await api.call('contactViews.delete', { params: { contactViewId: id } })
        await client.invalidateQueries({ queryKey: queryKeys.contacts.views })
      },
    })

  return (
    <Menu
      {...layer}
      positioning="below-end"
      checkedValues={{ view: [shown?.id ?? (isFirst ? ALL : '')] }}
      onCheckedValueChange={(_, { checkedItems: [value] }) => value && show(value)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          className={styles.viewsButton}
          appearance="subtle"
          icon={<BookmarkRegular />}
          aria-label={shown ? VIEW_TEXTS.shown(shown.name) : VIEW_TEXTS.views}
        >
          {!isNarrow && <bdi className={styles.chipName}>{shown?.name ?? VIEW_TEXTS.views}</bdi>}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.viewsList}>
          <MenuItemRadio name="view" value={ALL}>
            {VIEW_TEXTS.all}
          </MenuItemRadio>
          {views.map((view) => (
            <MenuItemRadio
              key={view.id}
              name="view"
              value={view.id}
              secondaryContent={{ className: styles.viewOwner, children: owner(view) }}
            >
              <bdi className={styles.viewName}>{view.name}</bdi>
            </MenuItemRadio>
          ))}
          <MenuDivider />
          <MenuItem onClick={save} disabled={isFirst} {...loadOnApproach(saveViewModal.load)}>
            {VIEW_TEXTS.save}
          </MenuItem>
          {last && last !== shown && mayChange(last) && (
            <MenuItem onClick={() => void replace(last)}>{VIEW_TEXTS.replace(last.name)}</MenuItem>
          )}
          {last && mayChange(last) && (
            <MenuItem onClick={() => askToDelete(last)}>{VIEW_TEXTS.delete(last.name)}</MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
