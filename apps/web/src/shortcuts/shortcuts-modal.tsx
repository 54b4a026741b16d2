import { Button, makeStyles, Switch, tokens } from '@fluentui/react-components'
import { useSignedIn } from '../auth/index.ts'
import { useStore } from '../platform/use-store.ts'
import { KeyCaps, ModalBody, useModal } from '../ui/index.ts'
import { letterKeysOf } from './letter-keys.ts'
import { SHORTCUT_TEXTS } from './shortcut-texts.ts'

const useStyles = makeStyles({
  heading: {
    margin: `${tokens.spacingVerticalXS} 0 0`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { margin: 0 },
  // In line with the text.
  letters: { marginLeft: `calc(-1 * ${tokens.spacingHorizontalS})` },
  row: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '32px',
  },
  keys: { display: 'flex', margin: 0 },
})

/** Every shortcut, by where it works, and whether single letters are shortcuts. */
export function ShortcutsModal() {
  const styles = useStyles()
  const modal = useModal()
  const letters = letterKeysOf(useSignedIn().id)
  const hasLetters = useStore(letters)
  return (
    <ModalBody title={SHORTCUT_TEXTS.title} actions={<Button onClick={modal.close}>{SHORTCUT_TEXTS.close}</Button>}>
      <Switch
        className={styles.letters}
        label={SHORTCUT_TEXTS.letters}
        checked={hasLetters}
        onChange={(_, { checked }) => letters.set(checked)}
      />
      {SHORTCUT_TEXTS.groups.map(({ name, rows }) => (
        <section key={name}>
          <h3 className={styles.heading}>{name}</h3>
          <dl className={styles.list}>
            {rows.map(({ keys, text }) => (
              <div key={text} className={styles.row}>
                <dt>{text}</dt>
                <dd className={styles.keys}>
                  <KeyCaps keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </ModalBody>
  )
}
