import { Button, Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { BookContactsRegular } from '@fluentui/react-icons/svg/book-contacts'
import { DataTrendingRegular } from '@fluentui/react-icons/svg/data-trending'
import { KeyboardRegular } from '@fluentui/react-icons/svg/keyboard'
import { LaptopRegular } from '@fluentui/react-icons/svg/laptop'
import { PlugConnectedRegular } from '@fluentui/react-icons/svg/plug-connected'
import { SettingsRegular } from '@fluentui/react-icons/svg/settings'
import { loadOnApproach } from '../../platform/chunks.ts'
import { ownSessionsModal } from '../../auth/index.ts'
import { NotificationItems } from '../../notifications/index.ts'
import { ADMIN_PAGES } from '../../platform/admin-pages.ts'
import { useGo } from '../../platform/navigation.tsx'
import { loadReportsPage } from '../../reports/index.ts'
import { SHORTCUT_TEXTS, shortcutsModal } from '../../shortcuts/index.ts'
import { openModal, useMenuLayer } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { OpensNextItem, useOpensNextMenu } from '../triage/opens-next-item.tsx'
import { MoreIcon } from './more-icon.tsx'
import { MORE_TEXTS } from './more-texts.ts'

/** It is mounted to be opened, so that it starts open. Teams has its own theme and sign-out. */
export function MoreMenu() {
  const layer = useMenuLayer()
  const go = useGo()
  const me = useMe()
  const opensNext = useOpensNextMenu()
  return (
    <Menu
      {...layer}
      positioning="below-end"
      checkedValues={opensNext.checkedValues}
      onCheckedValueChange={(_, { name, checkedItems }) => opensNext.change(name, checkedItems)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" icon={<MoreIcon />} data-tip={MORE_TEXTS.more} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<BookContactsRegular />} onClick={() => go('/contacts')}>
            {MORE_TEXTS.contacts}
          </MenuItem>
          <MenuItem icon={<DataTrendingRegular />} onClick={() => go('/reports')} {...loadOnApproach(loadReportsPage)}>
            {MORE_TEXTS.reports}
          </MenuItem>
          <MenuDivider />
          <OpensNextItem />
          <MenuDivider />
          <NotificationItems />
          {me?.role === 'Admin' && (
            <MenuItem icon={<SettingsRegular />} onClick={() => go(ADMIN_PAGES.organization.path)}>
              {MORE_TEXTS.administration}
            </MenuItem>
          )}
          <MenuItem icon={<PlugConnectedRegular />} onClick={() => go('/connection')}>
            {MORE_TEXTS.connection}
          </MenuItem>
          <MenuItem
            icon={<LaptopRegular />}
            onClick={() => openModal(ownSessionsModal, {})}
            {...loadOnApproach(ownSessionsModal.load)}
          >
            {MORE_TEXTS.sessions}
          </MenuItem>
          <MenuItem
            icon={<KeyboardRegular />}
            onClick={() => openModal(shortcutsModal, {})}
            {...loadOnApproach(shortcutsModal.load)}
          >
            {SHORTCUT_TEXTS.title}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
