import { teamsLightTheme } from '@fluentui/react-components'
import type { Theme } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { later } from '../../platform/later.ts'
import type { ThemeName } from './theme-store.ts'

const loadOthers = later(() => import('./other-themes.ts'))

/** Fluent's theme by its name. The light one is there at once; the one before stays until another one has come. */
export function useFluentTheme(name: ThemeName): Theme | null {
  const [beganLight] = useState(name === 'light')
  const [other, setOther] = useState<Theme | null>(null)

  useEffect(() => {
    if (name === 'light') return undefined
    let isWanted = true
    loadOthers().then(
      ({ OTHER_THEMES }) => isWanted && setOther(OTHER_THEMES[name]),
      // Without the network the light one has to do.
      () => isWanted && setOther(teamsLightTheme),
    )
    return () => {
      isWanted = false
    }
  }, [name])

  if (name === 'light') return teamsLightTheme
  return other ?? (beganLight ? teamsLightTheme : null)
}
