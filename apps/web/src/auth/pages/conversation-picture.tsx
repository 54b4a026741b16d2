import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { EyeRegular } from '@fluentui/react-icons/svg/eye'
import { Avatar, AvatarPair } from '../../ui/index.ts'

const useStyles = makeStyles({
  picture: {
    width: '100%',
    maxWidth: '440px',
    overflow: 'hidden',
    borderRadius: '16px',
    border: `1px solid ${tokens.colorTransparentStroke}`,
    boxShadow: tokens.shadow16,
    backgroundColor: tokens.colorNeutralBackground2,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  header: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: { display: 'block', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  detail: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  talk: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXL} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalXXL}`,
  },
  row: { display: 'flex', alignItems: 'flex-end', columnGap: tokens.spacingHorizontalS },
  own: { flexDirection: 'column', alignItems: 'flex-end', rowGap: tokens.spacingVerticalXS },
  bubble: {
    maxWidth: '300px',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: '12px',
    border: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  ours: {
    backgroundColor: tokens.colorBrandBackground2Hover,
    border: `1px solid ${tokens.colorBrandStroke2}`,
  },
  status: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
})

const MARTA = { id: 'marta', name: 'Marta Rivera' }
const LUIS = { id: 'luis', name: 'Luis Rivera' }

/** A picture of the product: two contacts and a team in one chat. Hidden from screen readers. */
export function ConversationPicture() {
  const styles = useStyles()
  return (
    <div className={styles.picture} aria-hidden="true">
      <div className={styles.header}>
        <AvatarPair people={[MARTA, LUIS]} />
        <div>
          <span className={styles.title}>Rivera family</span>
          <span className={styles.detail}>Front desk (202) 555-0100 · 4 members</span>
        </div>
      </div>
      <div className={styles.talk}>
        <div className={styles.row}>
          <Avatar person={MARTA} size={32} />
          <span className={styles.bubble}>Hi! Is 3:30 on Thursday still free?</span>
        </div>
        <div className={mergeClasses(styles.row, styles.own)}>
          <span className={mergeClasses(styles.bubble, styles.ours)}>It is. Shall I book it for you and Luis?</span>
          <span className={styles.status}>
            <EyeRegular /> Delivered to 2, seen by Dana
          </span>
        </div>
        <div className={styles.row}>
          <Avatar person={LUIS} size={32} />
          <span className={styles.bubble}>Yes please. See you then!</span>
        </div>
      </div>
    </div>
  )
}
