import type { UnansweredChat } from '@partyline/contract'
import { REPORT_BOUNDS } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { Link, useLinkTo } from '../platform/navigation.tsx'
import { closeModals, ModalBody, useModal } from '../ui/index.ts'
import { UNANSWERED_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'
import { useTimesIn } from './use-today.ts'

export type UnansweredModalProps = { chats: readonly UnansweredChat[]; timeZone: string }

/** The chats that wait for an answer, with links to them. */
export function UnansweredModal({ chats, timeZone }: UnansweredModalProps) {
  const styles = useReportStyles()
  const { close } = useModal()
  const link = useLinkTo()
  const times = useTimesIn(timeZone)
  return (
    <ModalBody title={TEXTS.title} actions={<Button onClick={close}>{TEXTS.close}</Button>}>
      <ul className={styles.chats}>
        {chats.map(({ id, name, since }) => (
          <li key={id} className={styles.chat}>
            <Link className={styles.link} href={link(`/?chat=${id}`)} onClick={closeModals}>
              <bdi className={styles.chatName}>{name}</bdi>
            </Link>
            <span className={styles.note}>{TEXTS.since(times.until(since))}</span>
          </li>
        ))}
      </ul>
      {chats.length >= REPORT_BOUNDS.unanswered && <p className={styles.note}>{TEXTS.only(chats.length)}</p>}
    </ModalBody>
  )
}
