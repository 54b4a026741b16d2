import type { ReactNode } from 'react'
import { InfoRegular } from '@fluentui/react-icons/svg/info'
import { usePageTitle } from '../../platform/page-title.tsx'
import { usePlatform } from '../../platform/platform-context.tsx'
import { ProductMark } from '../../ui/index.ts'
import { useAuthPageStyles } from './auth-page.styles.ts'
import { ConversationPicture } from './conversation-picture.tsx'
import { AUTH_TEXTS } from './texts.ts'

type Props = { title: string; notice: string | null; children: ReactNode }

/** The layout of the pages before sign-in: the product's name, a notice, and the actions. */
export function AuthPage({ title, notice, children }: Props) {
  const styles = useAuthPageStyles()
  const { config } = usePlatform()
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <div className={styles.aside}>
        <ConversationPicture />
      </div>
      <main className={styles.main} aria-label={title}>
        <div className={styles.card}>
          <div className={styles.brand}>
            <ProductMark size={56} className={styles.mark} />
            <h1 className={styles.name}>{config.appName}</h1>
            <p className={styles.tagline}>{AUTH_TEXTS.tagline}</p>
          </div>
          {notice && (
            <div className={styles.notice} role="alert">
              <InfoRegular className={styles.noticeIcon} aria-hidden />
              <span>{notice}</span>
            </div>
          )}
          {children}
        </div>
      </main>
    </div>
  )
}
