import type { FilterCount, ListFilter } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { toggleFilter, withoutFilters } from '../core/chats/list-view.ts'
import { EmptyState, useFrameWidth } from '../ui/index.ts'
import { LIST_FILTER_NAMES } from './chat-list/list-filter-texts.ts'
import { useListSettings } from './chat-list/list-settings.ts'
import { useChatCounts } from './chat-list/use-chat-counts.ts'
import { CHAT_TEXTS } from './chat-texts.ts'
import { START_TEXTS } from './start-texts.ts'

const REFRESH_MS = 30_000

/** Filters for chats that may need someone, the most urgent first. */
const WAITING = [
  'unclaimed',
  'unanswered',
  'attention',
  'returned',
  'unread',
  'assignedToMe',
  'dueToday',
] as const satisfies ListFilter[]

const useStyles = makeStyles({
  pane: { display: 'grid', placeContent: 'center', flexGrow: 1, padding: tokens.spacingHorizontalXXL },
  title: {
    margin: `0 0 ${tokens.spacingVerticalM}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'center',
  },
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: tokens.spacingHorizontalM,
    maxWidth: '560px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    minWidth: '148px',
    padding: tokens.spacingHorizontalL,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover, color: tokens.colorNeutralForeground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  count: {
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
  },
})

/** The middle pane without an open chat: links to the chats that need someone. */
export function StartPane() {
  const styles = useStyles()
  const [{ view }, change] = useListSettings()
  // A phone shows only the list.
  const isShown = useFrameWidth() !== 'one'
  const { data: counts, isError } = useChatCounts('all', { enabled: isShown, refetchInterval: REFRESH_MS })
  if (isError && !counts) {
    return <EmptyState icon={<ChatRegular />} title={CHAT_TEXTS.choose} text={CHAT_TEXTS.chooseHint} />
  }
  if (!counts) return null
  const waiting = WAITING.filter((filter) => counts[filter].count > 0)
  if (waiting.length === 0) {
    return <EmptyState icon={<CheckmarkCircleRegular />} title={START_TEXTS.nothing} text={START_TEXTS.nothingHint} />
  }
  return (
    <div className={styles.pane}>
      <h2 className={styles.title}>{START_TEXTS.title}</h2>
      <ul className={styles.list}>
        {waiting.map((filter) => (
          <li key={filter}>
            <button
              type="button"
              className={styles.card}
              onClick={() => change({ view: toggleFilter(withoutFilters(view), filter) })}
            >
              <span className={styles.count}>{inDigits(counts[filter])}</span>
              {LIST_FILTER_NAMES[filter]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const inDigits = ({ count, more }: FilterCount) => (more ? `${count}+` : String(count))
