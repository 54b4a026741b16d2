import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { EmojiPicker as Picker } from 'frimousse'
import type {
  EmojiPickerListCategoryHeaderProps,
  EmojiPickerListEmojiProps,
  EmojiPickerListRowProps,
  EmojiData,
} from 'frimousse'
import { useSignedIn } from '../../../auth/index.ts'
import { recentlyUsed } from '../../../platform/recently-used.ts'
import { ROOM_ABOVE_COMPOSER, usePopoverStyles } from '../../../ui/index.ts'
import { EMOJI_TEXTS } from './emoji-texts.ts'
import emojis from 'emojibase-data/en/data.json'

const COLUMNS = 8
/** Two rows. */
const MAX_RECENT = 2 * COLUMNS
/** The group of the emoji that a person has used; Emojibase has none with this number. */
const RECENT = -1

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '320px',
    maxHeight: `min(50vh, ${ROOM_ABOVE_COMPOSER})`,
    width: '324px',
    maxWidth: '100%',
  },
  search: { flexShrink: 0, margin: tokens.spacingHorizontalS },
  viewport: { position: 'relative', flexGrow: 1, overflowY: 'auto', outlineStyle: 'none' },
  said: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'absolute',
    inset: 0,
    padding: tokens.spacingHorizontalL,
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
  },
  header: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalMNudge}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  row: { padding: `0 ${tokens.spacingHorizontalS}` },
  emoji: {
    width: '38px',
    height: '38px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    fontSize: '22px',
    lineHeight: '38px',
    cursor: 'pointer',
    '&[data-active]': {
      backgroundColor: tokens.colorNeutralBackground6,
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
    },
  },
})

/** Emoji by group, with a search and arrow keys. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const styles = useStyles()
  const { search } = usePopoverStyles()
  const recent = recentlyUsed('emoji', useSignedIn().id, MAX_RECENT)
  return (
    <Picker.Root
      className={styles.root}
      columns={COLUMNS}
      resolveEmojiData={() => withRecent(recent.read())}
      onEmojiSelect={({ emoji }) => {
        recent.add(emoji)
        onChoose(emoji)
      }}
    >
      <Picker.Search
        className={mergeClasses(search, styles.search)}
        placeholder={EMOJI_TEXTS.search}
        aria-label={EMOJI_TEXTS.search}
        // The person has just opened the picker.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Picker.Viewport className={styles.viewport}>
        <Picker.Loading className={styles.said}>{EMOJI_TEXTS.loading}</Picker.Loading>
        <Picker.Empty className={styles.said}>{({ search }) => EMOJI_TEXTS.none(search)}</Picker.Empty>
        <Picker.List components={LIST_PARTS} />
      </Picker.Viewport>
    </Picker.Root>
  )
}

function Header({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...props} className={useStyles().header}>
      {category.label}
    </div>
  )
}

function Row({ children, ...props }: EmojiPickerListRowProps) {
  return (
    <div {...props} className={useStyles().row} aria-rowindex={fromOne(props['aria-rowindex'])}>
      {children}
    </div>
  )
}

function EmojiOption({ emoji, ...props }: EmojiPickerListEmojiProps) {
  const place = { 'aria-colindex': fromOne(props['aria-colindex']) }
  return (
    <button {...props} {...place} type="button" className={useStyles().emoji} data-tip={emoji.label}>
      {emoji.emoji}
    </button>
  )
}

/** ARIA counts rows and columns from 1, Frimousse from 0. */
const fromOne = (index = 0) => index + 1

const LIST_PARTS = { CategoryHeader: Header, Row, Emoji: EmojiOption }

/** The picker's emoji, by Emojibase's groups. They come with the app, not from other hosts. */
const EMOJI: EmojiData = {
  locale: 'en',
  emojis: emojis.map(({ emoji, label, tags = [], group = 0 }) => ({ emoji, label, tags, category: group, version: 1 })),
  categories: EMOJI_TEXTS.groups.map(([index, label]) => ({ index, label })),
  skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
}

/** Moves recently used emoji to a group at the top: Frimousse would mark duplicates as active together. */
function withRecent(recent: readonly string[]): EmojiData {
  const used = recent.flatMap((one) => EMOJI.emojis.find(({ emoji }) => emoji === one) ?? [])
  return {
    ...EMOJI,
    emojis: [
      ...used.map((emoji) => ({ ...emoji, category: RECENT })),
      ...EMOJI.emojis.filter((each) => !used.includes(each)),
    ],
    categories: [{ index: RECENT, label: EMOJI_TEXTS.recent }, ...EMOJI.categories],
  }
}
