import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { AdminArea, ConnectionPage } from '../admin/index.ts'
import { SessionRequired, SignInErrorPage, SignInPage, TeamsWindowPage } from '../auth/index.ts'
import { Attention, ChatsPage, ChatsProvider, useChats } from '../chats/index.ts'
import { ConsentReturnPage, ConsentWindowPage, FirstSignIn, MarketplacePage } from '../setup/index.ts'
import { NotFoundPage } from './message-pages.tsx'

/** The screens that share the chats: going from one to another keeps the connection and what is being written. */
const WITH_CHATS = /^\/(?:connection|admin(?:\/(?:twilio|audit|doctor|setup))?)?\/?$/i

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
                  <ChatsPage />
                  {/* Apart, so that the chats do not wait for it. */}
                  <Suspense fallback={null}>
                    <FirstSignIn />
                  </Suspense>
                </Route>
                <Route path="/connection">
                  <Connection />
                </Route>
                <Route path="/admin">
                  <AdminArea section="general" />
                </Route>
                <Route path="/admin/twilio">
                  <AdminArea section="provider" />
                </Route>
                <Route path="/admin/setup">
                  <AdminArea section="setup" />
                </Route>
                <Route path="/admin/audit">
                  <AdminArea section="audit" />
                </Route>
                <Route path="/admin/doctor">
                  <AdminArea section="doctor" />
                </Route>
              </Switch>
            </Attention>
          </ChatsProvider>
        </SessionRequired>
      </Route>
      <Route path="/admin/consent">
        <ConsentReturnPage />
      </Route>
      <Route path="/marketplace" component={MarketplacePage} />
      <Route path="/auth/signin" component={SignInPage} />
      <Route path="/auth/teams" component={TeamsWindowPage} />
      <Route path="/auth/teams/consent" component={ConsentWindowPage} />
      <Route path="/auth/error" component={SignInErrorPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}

function Connection() {
  return <ConnectionPage realtime={useChats().realtime} />
}
