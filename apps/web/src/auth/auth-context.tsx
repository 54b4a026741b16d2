import type { Session } from '@partyline/contract'
import { createContext, useCallback, useContext } from 'react'
import type { ReactNode } from 'react'
import type { AccessTokenSource } from '../platform/api.ts'
import { useStore } from '../platform/use-store.ts'
import type { SessionState, SessionStore } from './session/session-store.ts'
import type { SignIn } from './session/sign-in.ts'
import type { TeamsSignIn } from './teams/teams-sign-in.ts'

export type Auth = {
  store: SessionStore
  tokens: AccessTokenSource
  signIn: SignIn['signIn']
  signOut: SignIn['signOut']
  /** Null outside Teams. */
  teams: TeamsSignIn | null
}

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ auth, children }: { auth: Auth; children: ReactNode }) {
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (auth === null) throw new Error('useAuth requires an AuthProvider above.')
  return auth
}

export function useSession(): SessionState {
  return useStore(useAuth().store)
}

/** The signed-in person; only inside SessionRequired. */
export function useSignedIn(): Session['user'] {
  const state = useSession()
  if (state.status !== 'authenticated') throw new Error('useSignedIn requires a SessionRequired above.')
  return state.session.user
}

/** Ends the session and goes to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const { store, signOut } = useAuth()
  return useCallback(async () => {
    const url = await signOut({ callbackUrl: `${location.origin}/auth/signin` })
    store.announceSignOut()
    location.assign(url)
  }, [store, signOut])
}
