import { createDOMRenderer, FluentProvider, makeStyles, RendererProvider, tokens } from '@fluentui/react-components'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
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

/** Fluent in the theme of the moment. Its style elements carry the page's nonce, so that the page needs no inline styles. */
export function ThemeProvider({ store, children }: Props) {
  const { name } = useSyncExternalStore(store.subscribe, store.current)
  const [renderer] = useState(() => createDOMRenderer(document, { styleElementAttributes: { nonce: pageNonce() } }))

  useEffect(() => {
    // Scroll bars, form controls and the ground behind the page follow.
    document.documentElement.style.colorScheme = name === 'light' ? 'light' : 'dark'
  }, [name])

  return (
    <ThemeContext value={store}>
      <RendererProvider renderer={renderer} targetDocument={document}>
        <Themed name={name}>{children}</Themed>
      </RendererProvider>
    </ThemeContext>
  )
}

/** Below the renderer, so that its own styles carry the nonce too. */
function Themed({ name, children }: { name: ThemeName; children: ReactNode }) {
  const styles = useStyles()
  const theme = useFluentTheme(name)
  if (theme === null) return null
  return (
    <FluentProvider theme={theme}>
      {/* Not on the provider itself: its classes also go to every portal. */}
      <div className={styles.root}>{children}</div>
    </FluentProvider>
  )
}

export function useTheme(): ThemeStore {
  const store = useContext(ThemeContext)
  if (store === null) throw new Error('A ThemeProvider has to stand above.')
  return store
}

function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
