import { createContext, useContext, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { isolated } from './isolated.ts'
import { usePlatform } from './platform-context.tsx'
import { createStore } from './store.ts'

/** A store, so that a new prefix does not render the pages. */
const Prefix = createContext(createStore(''))

/** Adds a prefix to the titles of all pages inside. */
export function TitlePrefix({ value, children }: { value: string; children: ReactNode }) {
  const [prefix] = useState(() => createStore(''))
  useEffect(() => prefix.set(value), [prefix, value])
  return <Prefix value={prefix}>{children}</Prefix>
}

/** Sets the page's title, followed by the app's name. */
export function usePageTitle(title: string | null): void {
  const { appName } = usePlatform().config
  const prefix = useContext(Prefix)
  useEffect(() => {
    const write = () => {
      document.title = prefix.current() + (title ? `${isolated(title)} | ${appName}` : appName)
    }
    write()
    return prefix.subscribe(write)
  }, [prefix, title, appName])
}
