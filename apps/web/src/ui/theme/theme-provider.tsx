import {
  createDOMRenderer,
  FluentProvider,
  makeStyles,
  PositioningConfigurationProvider,
  RendererProvider,
  tokens,
} from '@fluentui/react-components'
import type { PositioningConfigurationFn } from '@fluentui/react-components'
import { createContext, useContext, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from '../../platform/use-store.ts'
import type { ThemeName, ThemeStore } from './theme-store.ts'
import { useFluentTheme } from './use-fluent-theme.ts'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100dvh',
    backgroundColor: tokens.colorNeutralBackground2,
  },
})

const ThemeContext = createContext<ThemeStore | null>(null)

type Props = { store: ThemeStore; children: ReactNode }

/** A menu or popover for which there is room neither below nor above covers its anchor, and scrolls in a low window. */
const keepInWindow: PositioningConfigurationFn = ({ options }) =>
  options.autoSize === undefined ? { ...options, shiftToCoverTarget: true, autoSize: 'height' } : options

/** Fluent in the current theme. Its style elements have the page's nonce, so that the policy allows no other inline styles. */
export function ThemeProvider({ store, children }: Props) {
  const { name } = useStore(store)
  const [renderer] = useState(() => createDOMRenderer(document, { styleElementAttributes: { nonce: pageNonce() } }))

  useEffect(() => showColorScheme(name), [name])

  return (
    <ThemeContext value={store}>
      <RendererProvider renderer={renderer} targetDocument={document}>
        <Themed name={name}>{children}</Themed>
      </RendererProvider>
    </ThemeContext>
  )
}

/** For scroll bars, form controls, and the page around the app. */
export function showColorScheme(name: ThemeName): void {
  document.documentElement.style.colorScheme = name === 'light' ? 'light' : 'dark'
}

/** Below the renderer, so that its own styles have the nonce, too. */
function Themed({ name, children }: { name: ThemeName; children: ReactNode }) {
  const styles = useStyles()
  const theme = useFluentTheme(name)
  if (theme === null) return null
  return (
    <FluentProvider theme={theme}>
      <PositioningConfigurationProvider value={keepInWindow}>
        {/* Not on the provider itself: every portal gets its classes. */}
        <div className={styles.root}>{children}</div>
      </PositioningConfigurationProvider>
    </FluentProvider>
  )
}

export function useTheme(): ThemeStore {
  const store = useContext(ThemeContext)
  if (store === null) throw new Error('useTheme requires a ThemeProvider above.')
  return store
}

function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
