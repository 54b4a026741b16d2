import { createContext, useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { isolated } from './isolated.ts'
import { usePlatform } from './platform-context.tsx'

const Prefix = createContext('')

/** Adds a prefix to the titles of all pages inside. */
export function TitlePrefix({ value, children }: { value: string; children: ReactNode }) {
  return <Prefix value={value}>{children}</Prefix>
}

/** Sets the page's title, followed by the app's name. */
export function usePageTitle(title: string | null): void {
  const { appName } = usePlatform().config
  const prefix = useContext(Prefix)
  useEffect(() => {
    document.title = prefix + (title ? `${isolated(title)} | ${appName}` : appName)
  }, [prefix, title, appName])
}
