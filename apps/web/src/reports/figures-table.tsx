import type { ReportFigures } from '@partyline/contract'
import { Button, Label, mergeClasses, Select } from '@fluentui/react-components'
import { ArrowSortDownRegular } from '@fluentui/react-icons/svg/arrow-sort-down'
import { ArrowSortUpRegular } from '@fluentui/react-icons/svg/arrow-sort-up'
import { useId, useState } from 'react'
import { useFrameWidth, VisuallyHidden } from '../ui/index.ts'
import { figureOf, namesIn, sorted } from './figures.ts'
import type { FigureName, Sort } from './figures.ts'
import { FIGURE_TITLES, TABLE_TEXTS as TEXTS } from './report-texts.ts'
import { useTableStyles } from './table.styles.ts'

export type Row = { key: string; name: string; figures: ReportFigures }

/** How many rows are shown before the button for the rest. */
const SHORT = 10

type Props = {
  label: string
  nameTitle: string
  /** In the order of their names. */
  rows: readonly Row[]
  first: Sort
  /** The name of the part that scrolls, if the table does not grow. */
  scrolled?: string
}

/** A row for each name and a column for each figure, sortable. On phones, one figure is chosen. */
export function FiguresTable({ label, nameTitle, rows, first, scrolled }: Props) {
  const styles = useTableStyles()
  const [sort, setSort] = useState(first)
  const [isWhole, setIsWhole] = useState(false)
  const isNarrow = useFrameWidth() === 'one'
  const all = namesIn(rows.map(({ figures }) => figures))
  const [chosen, setChosen] = useState<FigureName>(first.by === 'name' ? (all[0] ?? 'textsOut') : first.by)
  const names = isNarrow ? all.filter((name) => name === chosen) : all
  const inOrder = sorted(rows, sort)
  const more = isWhole ? TEXTS.showFewer : TEXTS.showAll(rows.length)
  const shown = scrolled || isWhole ? inOrder : inOrder.slice(0, SHORT)

  function change(by: Sort['by']) {
    // Highest first for figures, but names start with A, and days with the first.
    setSort({ by, descending: sort.by === by ? !sort.descending : by !== 'name' })
  }
  const table = (
    <table className={styles.table} aria-label={label}>
      <thead className={mergeClasses(scrolled && styles.stickyHead)}>
        <tr>
          <Head title={nameTitle} sort={sort} by="name" onSort={change} />
          {names.map((name) => (
            <Head key={name} title={FIGURE_TITLES[name]} sort={sort} by={name} onSort={change} isNumber />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ key, name, figures }) => (
          <tr key={key} className={styles.row}>
            <th scope="row" className={mergeClasses(styles.cell, styles.name)}>
              <bdi>{name}</bdi>
            </th>
            {names.map((figure) => (
              <Cell key={figure} name={figure} figures={figures} rows={rows} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <>
      {isNarrow && (
        <FigureChoice
          names={all}
          chosen={chosen}
          onChange={(name) => {
            setChosen(name)
            if (sort.by !== 'name') setSort({ by: name, descending: true })
          }}
        />
      )}
      {scrolled ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
        <section className={styles.scroller} tabIndex={0} aria-label={scrolled}>
          {table}
        </section>
      ) : (
        table
      )}
      {!scrolled && rows.length > SHORT && (
        <Button
          className={styles.more}
          aria-label={TEXTS.of(more, label)}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {more}
        </Button>
      )}
    </>
  )
}

type ChoiceProps = { names: readonly FigureName[]; chosen: FigureName; onChange: (name: FigureName) => void }

function FigureChoice({ names, chosen, onChange }: ChoiceProps) {
  const styles = useTableStyles()
  const id = useId()
  return (
    <div className={styles.choice}>
      <Label htmlFor={id}>{TEXTS.figure}</Label>
      <Select id={id} value={chosen} onChange={(_, { value }) => onChange(value as FigureName)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {FIGURE_TITLES[name]}
          </option>
        ))}
      </Select>
    </div>
  )
}

type HeadProps = { title: string; by: Sort['by']; sort: Sort; isNumber?: boolean; onSort: (by: Sort['by']) => void }

function Head({ title, by, sort, isNumber = false, onSort }: HeadProps) {
  const styles = useTableStyles()
  const isSorted = sort.by === by
  const Arrow = sort.descending ? ArrowSortDownRegular : ArrowSortUpRegular
  return (
    <th
      scope="col"
      className={mergeClasses(styles.head, isNumber && styles.number)}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <Button
        appearance="transparent"
        size="small"
        className={mergeClasses(styles.sortButton, isNumber && styles.numberButton, isSorted && styles.sorted)}
        onClick={() => onSort(by)}
      >
        {title}
        {isSorted && <Arrow className={styles.arrow} aria-hidden />}
      </Button>
    </th>
  )
}

type CellProps = { name: FigureName; figures: ReportFigures; rows: readonly Row[] }

function Cell({ name, figures, rows }: CellProps) {
  const styles = useTableStyles()
  const { valueOf, textOf, hasBar } = figureOf(name)
  const value = valueOf(figures)
  if (value === null) {
    return (
      <td className={mergeClasses(styles.cell, styles.number, styles.quiet)}>
        <span aria-hidden="true">{TEXTS.none}</span>
        <VisuallyHidden>{TEXTS.noValue}</VisuallyHidden>
      </td>
    )
  }
  if (!hasBar) return <td className={mergeClasses(styles.cell, styles.number)}>{textOf(value)}</td>
  const max = Math.max(1, ...rows.map((row) => valueOf(row.figures) ?? 0))
  return (
    <td className={mergeClasses(styles.cell, styles.number)}>
      <span className={styles.track} aria-hidden="true">
        {value > 0 && <span className={styles.bar} style={{ width: `${(value / max) * 100}%` }} />}
      </span>
      <span className={styles.barValue} style={{ minWidth: `${textOf(max).length}ch` }}>
        {textOf(value)}
      </span>
    </td>
  )
}
