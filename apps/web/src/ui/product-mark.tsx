import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  mark: { flexShrink: 0 },
  // In forced colors, our own fill would vanish in the background.
  back: { fill: tokens.colorBrandForeground1, opacity: 0.45, '@media (forced-colors: active)': { fill: 'CanvasText' } },
  front: { fill: tokens.colorBrandBackground, '@media (forced-colors: active)': { fill: 'CanvasText' } },
  line: { fill: tokens.colorNeutralForegroundOnBrand, '@media (forced-colors: active)': { fill: 'Canvas' } },
})

/** Two bubbles on one line: a contact and the team. The favicon is the same. */
export function ProductMark({ size, className }: { size: number; className?: string }) {
  const styles = useStyles()
  return (
    <svg
      className={mergeClasses(styles.mark, className)}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <path
        className={styles.back}
        d="M8 3h10a6 6 0 0 1 6 6v5a6 6 0 0 1-6 6h-8l-4.3 3.6A1 1 0 0 1 4 22.8v-3.3A6 6 0 0 1 2 15V9a6 6 0 0 1 6-6z"
      />
      <path
        className={styles.front}
        d="M15 10h9a6 6 0 0 1 6 6v5a6 6 0 0 1-2 4.5v3.3a1 1 0 0 1-1.7.8L22 26h-7a6 6 0 0 1-6-6v-4a6 6 0 0 1 6-6z"
      />
      <circle className={styles.line} cx="15" cy="18" r="1.6" />
      <circle className={styles.line} cx="19.5" cy="18" r="1.6" />
      <circle className={styles.line} cx="24" cy="18" r="1.6" />
    </svg>
  )
}
