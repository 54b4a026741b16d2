import { Suspense, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { AdminArea, ConnectionPage } from '../admin/index.ts'
import { SessionRequired, SignInErrorPage, SignInPage, TeamsWindowPage } from '../auth/index.ts'
import { ChatsPage, UnreadIndicators, useChatClient, useTextPhone } from '../chats/index.ts'
import { ConsentPrintPage, ContactsPage } from '../contacts/index.ts'
import { NotificationsPage } from '../notifications/index.ts'
import { adminPages } from '../platform/admin-pages.ts'
import { useGo } from '../platform/navigation.tsx'
import { ReportsPage } from '../reports/index.ts'
import { ConsentReturnPage, ConsentWindowPage, FirstSignIn, MarketplacePage } from '../setup/index.ts'
import { ChatClientProvider } from './chat-client-provider.tsx'
import { NotFoundPage } from './message-pages.tsx'

/** The screens for signed-in people. They share a chat client, so that the connection and drafts outlive a change of screen. */
const SIGNED_IN_SCREENS = new RegExp(
  `^(?:/connection|/consent/print|/contacts|/notifications|/reports|${adminPages.map(([, { path }]) => path).join('|')})?/?$`,
  'i',
)

/** Every screen and its path. */
export function AppRoutes() {
  return (
    <Switch>
      <Route path={SIGNED_IN_SCREENS}>
        <SessionRequired>
          <ChatClientProvider>
            <UnreadIndicators>
              <Switch>
                <Route path="/">
                  {/* In its own boundary, so that the chats don't wait for it. */}
                  <Suspense fallback={null}>
                    <FirstSignIn />
                  </Suspense>
                  <ChatsPage />
                </Route>
                <Route path="/connection">
                  <Connection />
                </Route>
                <Route path="/consent/print" component={ConsentPrintPage} />
                <Route path="/contacts">
                  <Contacts />
                </Route>
                <Route path="/notifications" component={NotificationsPage} />
                <Route path="/reports" component={ReportsPage} />
                {adminPages.map(([page, { path }]) => (
                  <Route key={page} path={path}>
                    <AdminArea page={page} />
                  </Route>
                ))}
              </Switch>
            </UnreadIndicators>
          </ChatClientProvider>
        </SessionRequired>
      </Route>
      <Route path="/admin/consent">
        <ConsentReturnPage />
      </Route>
      {adminPages.map(
        ([page, { path, formerPath }]) =>
          formerPath && (
            <Route key={page} path={formerPath}>
              <Redirect to={path} />
            </Route>
          ),
      )}
      <Route path="/marketplace" component={MarketplacePage} />
      <Route path="/auth/signin" component={SignInPage} />
      <Route path="/auth/teams" component={TeamsWindowPage} />
      <Route path="/auth/teams/consent" component={ConsentWindowPage} />
      <Route path="/auth/error" component={SignInErrorPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}

function Redirect({ to }: { to: string }) {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}

function Contacts() {
  return <ContactsPage onText={useTextPhone()} />
}

function Connection() {
  return <ConnectionPage realtime={useChatClient().realtime} />
}
