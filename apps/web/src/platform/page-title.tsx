import { createContext, useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { isolated } from './isolated.ts'
import { usePlatform } from './platform-context.tsx'

const Prefix = createContext('')

/** Puts something before the title of every page below. */
export function TitlePrefix({ value, children }: { value: string; children: ReactNode }) {
  return <Prefix value={value}>{children}</Prefix>
}

/** Sets the page's title: what is shown, then the app's name. */
export function usePageTitle(title: string | null): void {
  const { appName } = usePlatform().config
  const prefix = useContext(Prefix)
  useEffect(() => {
    document.title = prefix + (title ? `${isolated(title)} | ${appName}` : appName)
  }, [prefix, title, appName])
}
