import type { ChatNotify, Member } from '@partyline/contract'
import { Button, Label, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { ShareRegular } from '@fluentui/react-icons/svg/share'
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out'
import { useId, useMemo } from 'react'
import { loadOnApproach } from '../../platform/chunks.ts'
import { deliveryRow } from '../../messages/index.ts'
import { usePlatform, useTimes } from '../../platform/platform-context.tsx'
import { placeOfChat } from '../../platform/sub-page.ts'
import { useDangerStyles } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { chatSettingsModal } from '../chat-modals.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { useChatClient } from '../chat-client-context.ts'
import { useChatNumber } from '../opened/use-chat-number.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { NOTIFY_CHOICES, TRIAGE_TEXTS } from '../triage/triage-texts.ts'
import { useSetNotify } from '../triage/use-notify.ts'
import { ContactSection } from './contact-section.tsx'
import { MemberRow } from './member-row.tsx'
import { OptOutButton } from './opt-out-button.tsx'
import { useChatActions } from './use-chat-actions.ts'
import { activePhones, isActive, isCurrent, isPhone, mayWriteIn, peopleOf } from '../../core/people.ts'

const useStyles = makeStyles({
  list: { margin: 0, padding: `0 ${tokens.spacingHorizontalL}`, listStyleType: 'none' },
  quiet: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  number: { whiteSpace: 'nowrap' },
  notify: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalM,
    marginTop: tokens.spacingVerticalM,
  },
  status: { flexShrink: 0, maxWidth: '45%', textAlign: 'right' },
  failed: { color: tokens.colorStatusDangerForeground1 },
  change: {
    display: 'flex',
    flexDirection: 'column',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
  },
  about: {
    margin: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    paddingTop: tokens.spacingVerticalL,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  former: { margin: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL} 0` },
  actions: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    margin: `${tokens.spacingVerticalL} 0 0 calc(-1 * ${tokens.spacingHorizontalM})`,
  },
})

/** The right pane: the members, the delivery of our last message, and facts about the chat. */
export function ChatDetails({ chat, onGone }: { chat: OpenedChat; onGone: () => void }) {
  const styles = useStyles()
  const danger = useDangerStyles()
  const { me } = useChatClient()
  const isAdmin = useMe()?.role === 'Admin'
  const mayWrite = mayWriteIn(chat, me)
  const mayChange = mayWrite || (isAdmin && !chat.archived)
  const { shareLink } = usePlatform()
  const number = useChatNumber(chat.numberId)
  const actions = useChatActions(chat, onGone)
  const former = chat.members.filter((member) => !isCurrent(member))
  const phones = activePhones(chat.members).length
  const people = useMemo(() => peopleOf(chat.members), [chat.members])
  const ours = chat.history.messages.findLast(({ sentBy }) => !isPhone(people.get(sentBy)))
  const records = new Map(ours?.delivery.map((record) => [record.memberId, record]))

  return (
    <>
      <ContactSection chat={chat} />
      <ul className={styles.list}>
        {chat.members.filter(isCurrent).map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isMe={member.id === me}
            people={people}
            action={mayChange && isPhone(member) && <OptOutButton chatId={chat.id} member={member} />}
          >
            {ours && isActive(member) && <MemberStatus member={member} record={records.get(member.id)} />}
          </MemberRow>
        ))}
      </ul>
      {former.length > 0 && (
        <>
          <h3 className={mergeClasses(styles.heading, styles.former)}>{DETAILS_TEXTS.former}</h3>
          <ul className={styles.list} aria-label={DETAILS_TEXTS.former}>
            {former.map((member) => (
              <MemberRow key={member.id} member={member} isMe={member.id === me} people={people} />
            ))}
          </ul>
        </>
      )}
      {mayChange && (
        <div className={styles.change}>
          <Button onClick={actions.change} {...loadOnApproach(chatSettingsModal.load)}>
            {DETAILS_TEXTS.change}
          </Button>
        </div>
      )}
      <section className={styles.about}>
        <h3 className={styles.heading}>{DETAILS_TEXTS.about}</h3>
        {number && (
          <span className={styles.quiet}>
            {DETAILS_TEXTS.textsFrom} <span className={styles.number}>{number}.</span>
          </span>
        )}
        <span className={styles.quiet}>{aboutPhones(phones, chat.relay)}</span>
        {mayWrite && <NotifyField chat={chat} />}
        <div className={styles.actions}>
          {shareLink && (
            <Button appearance="subtle" icon={<ShareRegular />} onClick={() => shareLink(placeOfChat(chat))}>
              {DETAILS_TEXTS.share}
            </Button>
          )}
          {mayWrite && (
            <Button className={danger.quiet} appearance="subtle" icon={<SignOutRegular />} onClick={actions.leave}>
              {DETAILS_TEXTS.leave}
            </Button>
          )}
          {mayChange && (
            <Button className={danger.quiet} appearance="subtle" icon={<DeleteRegular />} onClick={actions.remove}>
              {DETAILS_TEXTS.delete}
            </Button>
          )}
        </div>
      </section>
    </>
  )
}

/** Which messages of the chat this person is notified of. */
function NotifyField({ chat: { id, notify } }: { chat: OpenedChat }) {
  const styles = useStyles()
  const setNotify = useSetNotify()
  const fieldId = useId()
  return (
    <div className={styles.notify}>
      <Label htmlFor={fieldId}>{TRIAGE_TEXTS.notify}</Label>
      <Select id={fieldId} value={notify} onChange={(_, { value }) => void setNotify(id, value as ChatNotify)}>
        {NOTIFY_CHOICES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}

function MemberStatus({ member, record }: { member: Member; record: Parameters<typeof deliveryRow>[1] }) {
  const styles = useStyles()
  const times = useTimes()
  const row = deliveryRow(member, record)
  return (
    <span
      className={mergeClasses(styles.quiet, styles.status, row.failed && styles.failed)}
      title={row.updatedOn ? times.full(row.updatedOn) : undefined}
    >
      {row.statusText}
      {row.updatedOn && <span className={styles.quiet}>{times.short(row.updatedOn)}</span>}
    </span>
  )
}

function aboutPhones(phones: number, relay: boolean): string {
  if (phones === 0) return DETAILS_TEXTS.noPhones
  if (phones === 1) return DETAILS_TEXTS.onePhone
  return relay ? DETAILS_TEXTS.relayOn : DETAILS_TEXTS.relayOff
}
