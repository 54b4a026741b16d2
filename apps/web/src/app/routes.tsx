import { Route, Switch } from 'wouter'
import { AdminArea } from '../admin/index.ts'
import { SessionRequired, SignInErrorPage, SignInPage, TeamsWindowPage } from '../auth/index.ts'
import { Attention, ChatsPage, ChatsProvider } from '../chats/index.ts'
import { ConsentReturnPage, FirstSignIn, MarketplacePage } from '../setup/index.ts'
import { NotFoundPage } from './message-pages.tsx'

/** The screens that share the chats: going from one to another keeps the connection and what is being written. */
const WITH_CHATS = /^\/(?:admin(?:\/(?:twilio|audit|doctor))?)?\/?$/i

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
                  <FirstSignIn />
                </Route>
                <Route path="/admin">
                  <AdminArea section="general" />
                </Route>
                <Route path="/admin/twilio">
                  <AdminArea section="provider" />
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
        <SessionRequired>
          <ConsentReturnPage />
        </SessionRequired>
      </Route>
      <Route path="/marketplace" component={MarketplacePage} />
      <Route path="/auth/signin" component={SignInPage} />
      <Route path="/auth/teams" component={TeamsWindowPage} />
      <Route path="/auth/error" component={SignInErrorPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}
