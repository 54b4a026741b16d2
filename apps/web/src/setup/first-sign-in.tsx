import { useEffect, useState } from 'react'
import { useSignedIn } from '../auth/index.ts'
import { browserStorage } from '../platform/browser-storage.ts'
import { ADMIN_PAGES } from '../platform/admin-pages.ts'
import { useGo } from '../platform/navigation.tsx'
import { usePlatform } from '../platform/platform-context.tsx'
import { announce } from '../ui/index.ts'
import { isFirstAsking, wasAsked } from './asked-once.ts'
import { SetupPrompt } from './setup-prompt.tsx'
import type { Prompt } from './setup-prompt.tsx'
import { readSetup } from './tenant-setup.ts'
import type { SetupToPrompt } from './tenant-setup.ts'
import { SETUP_TEXTS } from './setup-texts.ts'
import { useConsent } from './use-consent.ts'

/**
 * Prompts once per session for missing setup steps, one prompt at a time. The prompts are above the page,
 * so that they never cover the card that explains the setup.
 */
export function FirstSignIn() {
  const { api } = usePlatform()
  const consent = useConsent()
  const { sessionId } = useSignedIn()
  const go = useGo()
  const [setup, setSetup] = useState<SetupToPrompt | null>(null)
  const [dismissed, setDismissed] = useState(0)

  useEffect(() => {
    let isGone = false
    async function ask() {
      const storage = browserStorage('localStorage')
      // Prompted already: there is no need to ask the server.
      if (wasAsked(sessionId, storage)) return
      const read = await readSetup(api)
      // Another tab may have prompted in the meantime.
      if (isGone || read === null || !isFirstAsking(sessionId, storage)) return
      setSetup(read)
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [api, sessionId])

  const prompts = setup ? promptsFor(setup, { consent, go }) : []
  const prompt = prompts[dismissed]
  const said = prompt && `${prompt.title}. ${prompt.message}`
  useEffect(() => {
    if (said) announce(said)
  }, [said])
  if (!prompt) return null
  return <SetupPrompt prompt={prompt} onDismiss={() => setDismissed(dismissed + 1)} />
}

type PromptActions = { consent: (url: string) => Promise<void>; go: (path: string) => void }

function promptsFor({ missing, consentUrl, role }: SetupToPrompt, { consent, go }: PromptActions): Prompt[] {
  const [lacksConsent, lacksAccount] = [missing.includes('consent'), missing.includes('account')]
  if (role !== 'Admin') {
    const sentences = [lacksConsent && SETUP_TEXTS.askForConsent, lacksAccount && SETUP_TEXTS.askForAccount]
    const message = sentences.filter((sentence) => sentence !== false).join(' ')
    return message ? [{ title: SETUP_TEXTS.notReadyTitle, message, dismissLabel: SETUP_TEXTS.close }] : []
  }
  const prompts: Prompt[] = []
  // Consent first: without it, no one else can be added.
  if (lacksConsent && consentUrl) {
    prompts.push({
      title: SETUP_TEXTS.consentTitle,
      message: SETUP_TEXTS.consentMessage,
      action: { label: SETUP_TEXTS.consent, busyLabel: SETUP_TEXTS.leaving, run: () => consent(consentUrl) },
      extra: { label: SETUP_TEXTS.openSettings, onClick: () => go(ADMIN_PAGES.organization.path) },
      dismissLabel: SETUP_TEXTS.notNow,
    })
  }
  if (lacksAccount) {
    prompts.push({
      title: SETUP_TEXTS.accountTitle,
      message: SETUP_TEXTS.accountMessage,
      action: { label: SETUP_TEXTS.openTwilioSettings, run: () => go(ADMIN_PAGES.numbers.path) },
      dismissLabel: SETUP_TEXTS.notNow,
    })
  }
  return prompts
}
