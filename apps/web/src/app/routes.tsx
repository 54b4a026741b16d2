import { Suspense, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { ADMIN_PATHS, ADMIN_SECTIONS, AdminArea, ConnectionPage } from '../admin/index.ts'
import { SessionRequired, SignInErrorPage, SignInPage, TeamsWindowPage } from '../auth/index.ts'
import { Attention, ChatsPage, ChatsProvider, useChats } from '../chats/index.ts'
import { useGo } from '../platform/navigation.tsx'
import { ConsentReturnPage, ConsentWindowPage, FirstSignIn, MarketplacePage } from '../setup/index.ts'
import { NotFoundPage } from './message-pages.tsx'

/** The screens that share the chats: going from one to another keeps the connection and what is being written. */
const WITH_CHATS = new RegExp(`^(?:/connection|${Object.values(ADMIN_PATHS).join('|')})?/?$`, 'i')

/** Former paths, for bookmarks. */
const MOVED = { '/admin/doctor': ADMIN_PATHS.diagnostics, '/admin/audit': ADMIN_PATHS.log }

/** Every screen and its address, section 2 of the specification. */
export function AppRoutes() {
  return (
    <Switch>
      <Route path={WITH_CHATS}>
        <SessionRequired>
          <ChatsProvider>
            <Attention>
              <Switch>
                <Route path="/">
                  {/* Apart, so that the chats do not wait for it. */}
                  <Suspense fallback={null}>
                    <FirstSignIn />
                  </Suspense>
                  <ChatsPage />
                </Route>
                <Route path="/connection">
                  <Connection />
                </Route>
                {ADMIN_SECTIONS.map((section) => (
                  <Route key={section} path={ADMIN_PATHS[section]}>
                    <AdminArea section={section} />
                  </Route>
                ))}
              </Switch>
            </Attention>
          </ChatsProvider>
        </SessionRequired>
      </Route>
      <Route path="/admin/consent">
        <ConsentReturnPage />
      </Route>
      {Object.entries(MOVED).map(([path, to]) => (
        <Route key={path} path={path}>
          <Moved to={to} />
        </Route>
      ))}
      <Route path="/marketplace" component={MarketplacePage} />
      <Route path="/auth/signin" component={SignInPage} />
      <Route path="/auth/teams" component={TeamsWindowPage} />
      <Route path="/auth/teams/consent" component={ConsentWindowPage} />
      <Route path="/auth/error" component={SignInErrorPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}

function Moved({ to }: { to: string }) {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}

function Connection() {
  return <ConnectionPage realtime={useChats().realtime} />
}
