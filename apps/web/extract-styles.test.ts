import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import type { Rolldown } from 'vite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { extractStyles } from './extract-styles.ts'

/** The minimal page whose styles can be extracted. */
const PAGE = '<head></head><script type="module" src="./main.js"></script>'
const GRIFFEL = `import { __resetStyles, __styles, makeStyles } from '@griffel/react'\n`

describe('extractStyles', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'partyline-styles-'))
    await writeFile(path.join(root, 'index.html'), PAGE)
    await writeFile(path.join(root, 'sizes.js'), `export const NARROW = '(max-width: 700px)'`)
  })
  afterEach(() => rm(root, { recursive: true }))

  async function built(main: string) {
    await writeFile(path.join(root, 'main.js'), GRIFFEL + main)
    const { output } = (await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [extractStyles()],
      build: { write: false, minify: false, rolldownOptions: { external: ['@griffel/react'] } },
    })) as Rolldown.RolldownOutput
    const script = output.find(({ type }) => type === 'chunk') as Rolldown.OutputChunk
    const text = (name: RegExp) =>
      String((output.find(({ fileName }) => name.test(fileName)) as Rolldown.OutputAsset).source)
    return {
      script: script.code,
      sheet: text(/components-(?!later).*css$/),
      laterSheet: text(/components-later.*css$/),
      page: text(/\.html$/),
      names: output.map(({ fileName }) => fileName),
    }
  }

  test('keeps class names in the script and links the rules from the page', async () => {
    const { script, sheet, page, names } = await built(`
      export const ours = makeStyles({ root: { color: 'red' } })
      const theirs = __styles({ root: { a: 'f1' } }, { d: ['.f1{color:green;}'] })
      const base = __resetStyles('r1', null, ['.r1{margin:0;}'])
      console.log(ours, theirs, base)`)
    expect(sheet).toMatch(/^@layer g0,g1;\n@layer g0\{\.r1\{margin:0;\}\}\n/)
    expect(sheet).toContain('.f1{color:green;}')
    const [, ourClass = ''] = /\.(\w+)\{color:red;\}/.exec(sheet) ?? []
    expect(ourClass).not.toBe('')
    expect(script).toContain(ourClass)
    expect(script).toContain('"f1"')
    expect(script).not.toMatch(/color|margin/)
    expect(script).toMatch(/import \{.*__css.*__resetCSS.* from "@griffel\/react"/)
    expect(page).toContain(`<link rel="stylesheet" href="/${names.find((name) => /components-(?!later)/.test(name))}">`)
  })

  test('puts the rules of later chunks into a sheet that is disabled, in the same layers', async () => {
    await writeFile(
      path.join(root, 'later.js'),
      `${GRIFFEL}export const later = __styles({}, { d: ['.f1{color:green;}', '.f2{color:red;}'], h: ['.f3:hover{top:0;}'] })`,
    )
    const { sheet, laterSheet, page, names } = await built(`
      const first = __styles({}, { d: ['.f1{color:green;}'], a: ['.f4:active{top:0;}'] })
      console.log(first, import('./later.js'))`)
    expect(sheet).toBe('@layer g0,g1,g2;\n@layer g0{.f1{color:green;}}\n@layer g2{.f4:active{top:0;}}')
    expect(laterSheet).toBe('@layer g0{.f2{color:red;}}\n@layer g1{.f3:hover{top:0;}}')
    const file = names.find((name) => name.includes('components-later'))
    expect(page).toContain(`<link rel="stylesheet" href="/${file}" disabled>`)
  })

  test('keeps Griffel’s rule order regardless of source order', async () => {
    const { sheet } = await built(`
      const two = makeStyles({ two: { ':hover': { top: 0 }, '@media (max-width: 700px)': { color: 'tan' }, color: 'red' } })
      const one = makeStyles({ one: { '@media (min-width: 1px)': { left: 0 }, ':active': { color: 'red' } } })
      console.log(one, two)`)
    const kinds = sheet.match(/@media \(\w+|:hover|:active|\{color:red;\}/g)
    expect(kinds?.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
      '{color:red;}',
      ':hover',
      ':active',
      '{color:red;}',
      '@media (max',
      '@media (min',
    ])
  })

  test('resolves constants in styles, local and imported', async () => {
    const { sheet } = await built(`
      import { NARROW } from './sizes.js'
      const WIDE = '900px'
      const AT_MOST = { maxWidth: WIDE }
      export const styles = makeStyles({ root: { ...AT_MOST, [\`@media \${NARROW}\`]: { maxWidth: 0 } } })
      console.log(styles)`)
    expect(sheet).toContain('max-width:900px')
    expect(sheet).toContain('@media (max-width: 700px)')
  })

  test('omits the rules of unused exports', async () => {
    await writeFile(
      path.join(root, 'unused.js'),
      `${GRIFFEL}export const unused = /*#__PURE__*/ __styles({}, { d: ['.f9{top:0;}'] })`,
    )
    const { sheet } = await built(`
      import './unused.js'
      const used = __styles({ root: { a: 'f1' } }, { d: ['.f1{color:green;}'] })
      console.log(used)`)
    expect(sheet).toBe('@layer g0;\n@layer g0{.f1{color:green;}}')
  })

  test('shortens the names of classes, in scripts and sheets, unless two become the same', async () => {
    await writeFile(
      path.join(root, 'later.js'),
      `${GRIFFEL}export const later = __styles({ root: { a: 'f1alone', c: 'f3twins' } }, { d: ['.f3twins{top:0;}'] })`,
    )
    const { script, sheet, laterSheet } = await built(`
      const styles = __styles({ root: { a: 'f1alone', b: 'f2twins' } }, {
        d: ['.f1alone{color:#f1f2f3;}', '.f2twins{color:red;}'],
      })
      const words = 'f4free1 and forever'
      console.log(styles, words, import('./later.js'))`)
    expect(sheet).toBe('@layer g0;\n@layer g0{.fone{color:#f1f2f3;}.f2twins{color:red;}}')
    expect(laterSheet).toBe('@layer g0{.f3twins{top:0;}}')
    expect(script).toMatch(/a: "fone",\s+b: "f2twins"/)
    expect(script).toContain('f4free1 and forever')
  })

  test.each([
    ['an unknown name', 'const x = makeStyles({ root: { top: y } })', 'Styles name y, which is no constant'],
    ['makeStyles in a function', 'const x = () => makeStyles({})', 'Styles have to be a constant of their module.'],
  ])('rejects %s', async (_what, main, reason) => {
    await expect(built(`${main}\nconsole.log(x)`)).rejects.toThrow(reason)
  })
})
