import type { Session } from '@partyline/contract'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { AccessTokenSource } from '../platform/api.ts'
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
  if (auth === null) throw new Error('An AuthProvider has to stand above.')
  return auth
}

export function useSession(): SessionState {
  const { store } = useAuth()
  return useSyncExternalStore(store.subscribe, store.current)
}

/** The signed-in person; only below a SessionRequired. */
export function useSignedIn(): Session['user'] {
  const state = useSession()
  if (state.status !== 'authenticated') throw new Error('A SessionRequired has to stand above.')
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
