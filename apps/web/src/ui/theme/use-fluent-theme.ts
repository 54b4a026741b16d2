import { teamsLightTheme } from '@fluentui/react-components'
import type { Theme } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { lazyChunk } from '../../platform/chunks.ts'
import type { ThemeName } from './theme-store.ts'

const loadOthers = lazyChunk(() => import('./other-themes.ts'))

/** Loads a theme before there is a screen to show it. Never rejects. */
export async function loadFluentTheme(name: ThemeName): Promise<void> {
  if (name !== 'light') await loadOthers().catch(() => undefined)
}

/** Fluent's theme by name. Only the light one is built in; until another one is loaded, the previous one stays. */
export function useFluentTheme(name: ThemeName): Theme | null {
  const [startedLight] = useState(name === 'light')
  const [other, setOther] = useState<Theme | null>(
    () => (name !== 'light' && loadOthers.loaded()?.OTHER_THEMES[name]) || null,
  )

  useEffect(() => {
    if (name === 'light') return undefined
    let isWanted = true
    loadOthers().then(
      ({ OTHER_THEMES }) => isWanted && setOther(OTHER_THEMES[name]),
      // No network: fall back to the light theme.
      () => isWanted && setOther(teamsLightTheme),
    )
    return () => {
      isWanted = false
    }
  }, [name])

  if (name === 'light') return teamsLightTheme
  return other ?? (startedLight ? teamsLightTheme : null)
}
