import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import '../src/app/page.css'
import { start } from '../src/app/start.tsx'
import { hideKeysOfInputMethods } from '../src/platform/input-method.ts'
import { announce as say, closeModals, closeToast } from '../src/ui/index.ts'
import { createClinic } from './clinic.ts'
import { createDesk } from './desk.ts'
import { announce, installHubSocket, meet } from './hub-socket.ts'
import type { Looks } from './looks.ts'

// Like the app's own main.tsx.
hideKeysOfInputMethods(window)
const desk = createDesk(window.fetch.bind(window))
window.fetch = desk.fetch
installHubSocket()

let root: Root | null = null

const looks: Looks = {
  async open(address, clinic) {
    if (root) throw new Error('The app is open already, and a second one would stay in the page.')
    desk.use(clinic)
    history.replaceState(null, '', address)
    const container = document.createElement('div')
    container.id = 'root'
    document.body.append(container)
    root = createRoot(container)
    await start(root)
  },
  async reset() {
    closeModals()
    closeToast()
    say('')
    root?.unmount()
    root = null
    // Portals too, and what a modal has set on its surroundings. The style sheets stay.
    document.body.replaceChildren(...document.body.querySelectorAll(':scope > link'))
    desk.reset()
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  },
  use: desk.use,
  order: desk.order,
  release: desk.release,
  sent: desk.sent,
  announce,
  meet,
}
Object.assign(window, { looks })

// A person sees the clinic at once; a test says what to open.
if (!navigator.webdriver) void looks.open(location.pathname + location.search, createClinic())
