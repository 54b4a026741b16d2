import type { PublicConfig } from '@partyline/contract'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import type { Api } from './api.ts'
import type { Surface } from './surface.ts'
import type { TeamsHost } from './teams.ts'
import type { Times } from './times.ts'

/** Services for every feature. */
export type Platform = {
  api: Api
  config: PublicConfig
  /** The address of API and hub, without a trailing slash. */
  apiBase: string
  times: Times
  surface: Surface
  /** Null outside of Teams. */
  shareLink: TeamsHost['shareLink']
  /** Opens one of our pages in a popup, on a click. Null outside of Teams. */
  openPopup: TeamsHost['openPopup'] | null
}

const PlatformContext = createContext<Platform | null>(null)

export function PlatformProvider({ platform, children }: { platform: Platform; children: ReactNode }) {
  return <PlatformContext value={platform}>{children}</PlatformContext>
}

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext)
  if (platform === null) throw new Error('usePlatform requires a PlatformProvider above.')
  return platform
}

export const useApi = (): Api => usePlatform().api
export const useTimes = (): Times => usePlatform().times
