import type { PublicConfig } from '@partyline/contract'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import type { Api } from './api.ts'
import type { Surface } from './surface.ts'
import type { TeamsHost } from './teams.ts'
import type { Times } from './times.ts'

/** What every feature may use. */
export type Platform = {
  api: Api
  config: PublicConfig
  /** Where API and hub are, without a slash at the end. */
  apiBase: string
  times: Times
  surface: Surface
  /** Null outside of Teams. */
  shareLink: TeamsHost['shareLink']
  /** Opens a window of ours beside Teams, on a click. Null outside of Teams. */
  openBeside: TeamsHost['openBeside'] | null
}

const PlatformContext = createContext<Platform | null>(null)

export function PlatformProvider({ platform, children }: { platform: Platform; children: ReactNode }) {
  return <PlatformContext value={platform}>{children}</PlatformContext>
}

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext)
  if (platform === null) throw new Error('A PlatformProvider has to stand above.')
  return platform
}

export const useApi = (): Api => usePlatform().api
export const useTimes = (): Times => usePlatform().times
