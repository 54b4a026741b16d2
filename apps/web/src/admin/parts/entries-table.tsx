import { Badge, Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import { useState } from 'react'
import { useFrameWidth, VisuallyHidden } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'

/** Page size. */
const PAGE_SIZE = 50

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', textAlign: 'left' },
  head: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  cell: {
    height: '44px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS} 0`,
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
  },
  // The name gets the remaining width, so that its words don't break.
  widest: { width: '100%' },
  below: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  whole: { whiteSpace: 'nowrap', overflowWrap: 'normal' },
  actions: { width: '32px', paddingRight: 0 },
  // On phones, the note is below the state.
  state: { overflowWrap: 'normal' },
  badge: { marginRight: tokens.spacingHorizontalXS, whiteSpace: 'nowrap' },
  more: { alignSelf: 'center' },
})

type Entry = {
  id: string
  name: string
  detail: string
  disabled: boolean
  state?: string | undefined
  note?: string | undefined
}

type Props = {
  label: string
  detailTitle: string
  entries: readonly Entry[]
  onEdit: (id: string) => void
  /** Whether the entries are already a page: all of them are rendered. */
  isWhole?: boolean
}

/** A table of users or contacts with edit buttons, in pages. On phones, the detail and the state are below the name. */
export function EntriesTable({ label, detailTitle, entries, onEdit, isWhole = false }: Props) {
  const styles = useStyles()
  const [grown, setGrown] = useState(PAGE_SIZE)
  const shown = isWhole ? entries.length : grown
  const isNarrow = useFrameWidth() === 'one'
  const titles = [ADMIN_TEXTS.name, ...(isNarrow ? [] : [detailTitle]), ADMIN_TEXTS.state]
  return (
    <>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col" className={styles.head}>
                {title}
              </th>
            ))}
            <th scope="col" className={styles.head}>
              <VisuallyHidden>{ADMIN_TEXTS.change}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, shown).map(({ id, name, detail, disabled, state, note }) => (
            <tr key={id}>
              <th scope="row" className={mergeClasses(styles.cell, isNarrow && styles.widest)}>
                {name}
                {isNarrow && (
                  <span className={styles.below}>{state === undefined ? detail : `${detail} · ${state}`}</span>
                )}
              </th>
              {!isNarrow && <td className={mergeClasses(styles.cell, styles.whole)}>{detail}</td>}
              <td className={mergeClasses(styles.cell, styles.state)}>
                <Badge className={styles.badge} appearance="tint" color={disabled ? 'subtle' : 'success'}>
                  {(isNarrow ? undefined : state) ?? (disabled ? ADMIN_TEXTS.disabled : ADMIN_TEXTS.enabled)}
                </Badge>
                {note && (
                  <Badge className={styles.badge} appearance="tint" color="warning">
                    {note}
                  </Badge>
                )}
              </td>
              <td className={mergeClasses(styles.cell, styles.actions)}>
                <Button
                  appearance="subtle"
                  icon={<EditRegular />}
                  aria-label={ADMIN_TEXTS.edit(name)}
                  onClick={() => onEdit(id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > shown && (
        <Button className={styles.more} appearance="subtle" onClick={() => setGrown(grown + PAGE_SIZE)}>
          {ADMIN_TEXTS.showMore}
        </Button>
      )}
    </>
  )
}
