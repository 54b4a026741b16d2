import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { KeyboardRegular } from '@fluentui/react-icons/svg/keyboard'
import { LaptopRegular } from '@fluentui/react-icons/svg/laptop'
import { PlugConnectedRegular } from '@fluentui/react-icons/svg/plug-connected'
import { SettingsRegular } from '@fluentui/react-icons/svg/settings'
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out'
import { loadOnApproach } from '../platform/chunks.ts'
import { ownSessionsModal, useSignedIn, useSignOut } from '../auth/index.ts'
import { OpensNextItem, useOpensNextMenu } from '../chats/index.ts'
import { canNotify, leavePush, NotificationItems } from '../notifications/index.ts'
import { errorText } from '../platform/api-error.ts'
import { usePlatform } from '../platform/platform-context.tsx'
import { SHORTCUT_TEXTS, shortcutsModal } from '../shortcuts/index.ts'
import { ADMIN_PAGES } from '../platform/admin-pages.ts'
import { useGo } from '../platform/navigation.tsx'
import { useStore } from '../platform/use-store.ts'
import { Avatar, errorModal, openModal, useMenuLayer, useTheme } from '../ui/index.ts'
import type { ThemeChoice } from '../ui/index.ts'
import { useMe } from '../users/index.ts'
import { PersonFace } from './person-face.tsx'
import { useShellStyles } from './shell.styles.ts'
import { APP_TEXTS, THEME_NAMES } from './texts.ts'

const THEME = 'theme'

/** The account menu. It is mounted to be opened, so that it starts open. */
export function PersonMenu() {
  const styles = useShellStyles()
  const me = useMe()
  const { surface } = usePlatform()
  const opensNext = useOpensNextMenu()
  const layer = useMenuLayer()
  const go = useGo()
  const signOut = useSignOut()
  const theme = useTheme()
  const { choice } = useStore(theme)

  const handleSignOut = async () => {
    try {
      if (canNotify(surface)) await leavePush()
      await signOut()
    } catch (error) {
      openModal(errorModal, { title: APP_TEXTS.signOutFailed, message: errorText(error) })
    }
  }
  return (
    <Menu
      {...layer}
      inline
      positioning="below-end"
      checkedValues={{ [THEME]: [choice], ...opensNext.checkedValues }}
      onCheckedValueChange={(_, { name, checkedItems }) => {
        if (name === THEME) theme.choose(checkedItems[0] as ThemeChoice)
        else opensNext.change(name, checkedItems)
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button className={styles.personButton} appearance="subtle" shape="circular" data-tip={APP_TEXTS.person}>
          <PersonFace />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <PersonCard />
        <MenuList>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{APP_TEXTS.theme}</MenuGroupHeader>
            {Object.entries(THEME_NAMES).map(([value, name]) => (
              <MenuItemRadio key={value} name={THEME} value={value}>
                {name}
              </MenuItemRadio>
            ))}
          </MenuGroup>
          <MenuDivider />
          <OpensNextItem />
          <MenuDivider />
          <NotificationItems />
          <MenuItem
            icon={<KeyboardRegular />}
            onClick={() => openModal(shortcutsModal, {})}
            {...loadOnApproach(shortcutsModal.load)}
          >
            {SHORTCUT_TEXTS.title}
          </MenuItem>
          {me?.role === 'Admin' && (
            <MenuItem icon={<SettingsRegular />} onClick={() => go(ADMIN_PAGES.organization.path)}>
              {APP_TEXTS.administration}
            </MenuItem>
          )}
          <MenuItem icon={<PlugConnectedRegular />} onClick={() => go('/connection')}>
            {APP_TEXTS.connection}
          </MenuItem>
          <MenuItem
            icon={<LaptopRegular />}
            onClick={() => openModal(ownSessionsModal, {})}
            {...loadOnApproach(ownSessionsModal.load)}
          >
            {APP_TEXTS.sessions}
          </MenuItem>
          <MenuItem icon={<SignOutRegular />} onClick={() => void handleSignOut()}>
            {APP_TEXTS.signOut}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}

function PersonCard() {
  const styles = useShellStyles()
  const user = useSignedIn()
  const me = useMe()
  return (
    <div className={styles.card}>
      <Avatar person={user} size={40} />
      <div className={styles.cardText}>
        <span className={styles.cardName}>{user.name}</span>
        {user.email && <span className={styles.cardDetail}>{user.email}</span>}
        <span className={styles.cardDetail}>{me ? `${me.tenantName} · ${me.role}` : '\u00A0'}</span>
      </div>
    </div>
  )
}
