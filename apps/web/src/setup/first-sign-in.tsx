import { useEffect } from 'react'
import { useSignedIn } from '../auth/index.ts'
import { browserStorage } from '../platform/browser-storage.ts'
import { useGo } from '../platform/navigation.tsx'
import { usePlatform } from '../platform/platform-context.tsx'
import { closeModals, confirmationModal, errorModal, openModal } from '../ui/index.ts'
import { isFirstAsking, wasAsked } from './asked-once.ts'
import { readSetup } from './setup-state.ts'
import type { SetupState } from './setup-state.ts'
import { SETUP_TEXTS } from './setup-texts.ts'
import { useConsent } from './use-consent.ts'

/**
 * Once a session: says what the organization still lacks, and offers an Admin to do it. It stands on the screens that
 * ask, which those under /admin do not. Section 2 of the specification.
 */
export function FirstSignIn() {
  const { api } = usePlatform()
  const consent = useConsent()
  const { sessionId } = useSignedIn()
  const go = useGo()

  useEffect(() => {
    let isGone = false
    const openSettings = (path: string) => {
      closeModals()
      go(path)
    }

    function askAdmin({ consented, consentUrl, configured }: SetupState) {
      if (!configured) {
        openModal(confirmationModal, {
          title: SETUP_TEXTS.accountTitle,
          message: SETUP_TEXTS.accountMessage,
          confirmLabel: SETUP_TEXTS.openTwilioSettings,
          cancelLabel: SETUP_TEXTS.notNow,
          onConfirm: () => openSettings('/admin/twilio'),
        })
      }
      // On top: without the consent nobody else can be added.
      if (!consented && consentUrl) {
        openModal(confirmationModal, {
          title: SETUP_TEXTS.consentTitle,
          message: SETUP_TEXTS.consentMessage,
          confirmLabel: SETUP_TEXTS.consent,
          busyLabel: SETUP_TEXTS.leaving,
          extra: { label: SETUP_TEXTS.openSettings, onClick: () => openSettings('/admin') },
          cancelLabel: SETUP_TEXTS.notNow,
          onConfirm: () => consent(consentUrl),
        })
      }
    }

    function tellUser({ consented, configured }: SetupState) {
      const lacks = [!consented && SETUP_TEXTS.askForConsent, !configured && SETUP_TEXTS.askForAccount]
      const message = lacks.filter((sentence) => sentence !== false).join(' ')
      if (message) openModal(errorModal, { title: SETUP_TEXTS.notReadyTitle, message })
    }

    async function ask() {
      const storage = browserStorage('localStorage')
      // Whoever was asked is not asked again: then the server need not be, either.
      if (wasAsked(sessionId, storage)) return
      const setup = await readSetup(api)
      // Another tab may have asked meanwhile.
      if (isGone || setup === null || !isFirstAsking(sessionId, storage)) return
      if (setup.role === 'Admin') askAdmin(setup)
      else tellUser(setup)
    }
    void ask()
    return () => {
      isGone = true
    }
    // Asked when the session changes, not when the address does.
    // oxlint-disable-next-line react/exhaustive-deps -- `go` changes with every address
  }, [api, consent, sessionId])

  return null
}
