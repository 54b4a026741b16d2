import { runInNewContext } from 'node:vm'
import { resolveStyleRulesForSlots } from '@griffel/core'
import { createDOMRenderer, renderToStyleElements } from '@griffel/react'
import { runnerImport } from 'vite'
import type { Plugin, Rolldown } from 'vite'

type Renderer = ReturnType<typeof createDOMRenderer>
type CssRules = Parameters<Renderer['insertCSSRules']>[0]
type CssRule = NonNullable<CssRules[keyof CssRules]>[number]
type Program = ReturnType<Rolldown.PluginContext['parse']>
/** A part of a module's text. */
type Span = { start: number; end: number }
type Edit = Span & { text: string }

/** Griffel's functions that write rules into the page, and the ones that leave it to a style sheet. */
const WITHOUT_RULES: Record<string, string> = { makeStyles: '__css', __styles: '__css', __resetStyles: '__resetCSS' }
/** Griffel's search for rules that a server has written into the page. It needs a CSS parser. */
const REHYDRATION = /@griffel\/core\/.*\/rehydrateRendererCache\.js$/
const CALL = new RegExp(String.raw`\b(?:${Object.keys(WITHOUT_RULES).join('|')})\(`)
const FIRST_SHEET = 'components.css'
const LATER_SHEET = 'components-later.css'
const SHEET_LINK = / *<link rel="stylesheet"[^>]*>\n/g

/** Griffel's names of classes are hashes. A word that looks like one has no digit. */
const CLASS = /\b[fr](?=[a-z]*\d)[a-z\d]{4,7}\b/g
const SELECTED = new RegExp(String.raw`(?<=\.)${CLASS.source}`, 'g')
/** Letters that distinguish nearly all classes. */
const SHORT_LENGTH = 3

/**
 * Takes the rules of Fluent's styles and of ours out of the scripts, into style sheets. A browser reads those at once,
 * where a script would make each rule and write it into the page while the first screen is drawn. The page loads the rules of
 * the first scripts with them, and the others with the first chunk that is loaded later (platform/later-styles.ts).
 * Names of classes become short, because hashes do not compress.
 */
export function extractStyles(): Plugin {
  const rulesOf = new Map<string, CssRules[]>()
  let shorten = (text: string) => text
  const rulesIn = (chunks: readonly Rolldown.OutputChunk[]) =>
    chunks
      .flatMap(({ modules }) => Object.entries(modules))
      .flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? (rulesOf.get(id) ?? []) : []))
  return {
    name: 'extract-styles',
    apply: 'build',
    load: {
      filter: { id: REHYDRATION },
      // The page has style sheets instead.
      handler: () => 'export function rehydrateRendererCache() {}',
    },
    transform: {
      filter: { code: CALL },
      async handler(code, id) {
        const program = this.parse(code)
        const taken = await takeOut({ code, program, resolve: (source) => this.resolve(source, id) })
        if (!taken) return null
        rulesOf.set(id, taken.rules)
        return { code: taken.code, map: null }
      },
    },
    renderStart() {
      shorten = shortenClasses([...rulesOf.values()].flat())
    },
    renderChunk: (code) => ({ code: shorten(code), map: null }),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const first = firstOf(chunks)
      const { firstSheet, laterSheet } = sheetsOf(
        rulesIn(first),
        rulesIn(chunks.filter((chunk) => !first.includes(chunk))),
      )
      this.emitFile({ type: 'asset', name: FIRST_SHEET, source: shorten(firstSheet) })
      this.emitFile({ type: 'asset', name: LATER_SHEET, source: shorten(laterSheet) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const link = (sheet: string, attrs = {}) => {
          const asset = Object.values(bundle).find((output) => output.type === 'asset' && output.names.includes(sheet))
          if (!asset) throw new Error(`There is no ${sheet} for the page.`)
          const href = `/${asset.fileName}`
          return { tag: 'link', attrs: { rel: 'stylesheet', href, ...attrs }, injectTo: 'body' } as const
        }
        // Below the page's frame, which is painted before they are loaded. Scripts wait for them.
        const own = html.match(SHEET_LINK) ?? []
        return {
          html: html.replaceAll(SHEET_LINK, '').replace('</body>', `${own.join('')}</body>`),
          tags: [link(FIRST_SHEET), link(LATER_SHEET, { disabled: true })],
        }
      },
    },
  }
}

/** The entry and what it imports, however indirectly. */
function firstOf(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const first = chunks.filter(({ isEntry }) => isEntry)
  for (const { imports } of first)
    first.push(...chunks.filter((chunk) => imports.includes(chunk.fileName) && !first.includes(chunk)))
  return first
}

type Module = {
  code: string
  program: Program
  resolve: (source: string) => Promise<{ id: string } | null>
}

/** The rules of a module, and the module without them. Null where it has none. */
async function takeOut(module: Module): Promise<{ code: string; rules: CssRules[] } | null> {
  const { code, program } = module
  const imports = importsIn(program)
  if (imports.length === 0) return null
  const calls = callsIn(program)
  if (calls.length < code.split(CALL).length - 1) throw new Error('Styles have to be a constant of their module.')
  const evaluate = createEvaluation(module)
  const rules: CssRules[] = []
  const edits: Edit[] = []
  for (const args of calls) {
    const [last, before] = [args.at(-1), args.at(-2)]
    if (!last) continue
    const value = await evaluate(last)
    if (before) {
      // Fluent's styles are made already: the classes, then the rules.
      rules.push(Array.isArray(value) ? { r: value } : (value as CssRules))
      edits.push({ start: before.end, end: last.end, text: '' })
    } else {
      const [classes, made] = resolveStyleRulesForSlots(value as Parameters<typeof resolveStyleRulesForSlots>[0])
      rules.push(made)
      edits.push({ start: last.start, end: last.end, text: JSON.stringify(classes) })
    }
  }
  return { code: edited(code, [...imports, ...edits]), rules }
}

/** Imports the functions without rules under the names of those with rules. */
function importsIn({ body }: Program): Edit[] {
  return body
    .flatMap((node) => (node.type === 'ImportDeclaration' ? node.specifiers : []))
    .filter(({ local }) => local.name in WITHOUT_RULES)
    .map(({ start, end, local: { name } }) => ({ start, end, text: `${WITHOUT_RULES[name]} as ${name}` }))
}

/** The arguments with which a module calls one of Griffel's functions, for a constant of its own. */
function callsIn({ body }: Program): Span[][] {
  return constantsIn({ body }).flatMap(({ init }) =>
    init.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name in WITHOUT_RULES
      ? [init.arguments]
      : [],
  )
}

function constantsIn({ body }: Pick<Program, 'body'>) {
  return body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ id, init }) => (id.type === 'Identifier' && init ? [{ name: id.name, init }] : []))
}

/** Evaluates parts of a module. Constants may stand in them: its own, and imported ones of ours. */
function createEvaluation({ code, program, resolve }: Module) {
  const known: Record<string, unknown> = {}

  async function evaluate({ start, end }: Span): Promise<unknown> {
    for (;;) {
      try {
        return runInNewContext(`(${code.slice(start, end)})`, known)
      } catch (error) {
        const name = /^(\w+) is not defined$/.exec((error as Error).message)?.[1]
        if (!name || name in known) throw error
        known[name] = await valueOf(name)
      }
    }
  }

  async function valueOf(name: string): Promise<unknown> {
    const own = constantsIn(program).find((constant) => constant.name === name)
    if (own) return evaluate(own.init)
    const source = program.body
      .filter((node) => node.type === 'ImportDeclaration')
      .find(({ specifiers }) => specifiers.some(({ local }) => local.name === name))?.source.value
    const file = source && (await resolve(source))
    if (!file) throw new Error(`Styles name ${name}, which is no constant of a module.`)
    return (await runnerImport<Record<string, unknown>>(file.id)).module[name]
  }

  return evaluate
}

/** The edits stand in the order of the text. */
function edited(code: string, edits: readonly Edit[]): string {
  return edits.reduceRight((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)
}

/** Cascade layers keep the rules in Griffel's order across both sheets. */
function sheetsOf(first: readonly CssRules[], later: readonly CssRules[]) {
  const names = new Map(partsOf([...first, ...later]).map(({ key }, index) => [key, `g${index}`]))
  const sheetOf = (rules: readonly CssRules[]) =>
    partsOf(rules).map(({ key, text }) => `@layer ${names.get(key)}{${text}}`)
  const known = new Set(first.flatMap((rules) => Object.values(rules).flat()).map(textOf))
  const others = later.map((rules) =>
    Object.fromEntries(
      Object.entries(rules).map(([bucket, of]) => [bucket, of.filter((rule) => !known.has(textOf(rule)))]),
    ),
  )
  return {
    firstSheet: [`@layer ${[...names.values()].join()};`, ...sheetOf(first)].join('\n'),
    laterSheet: sheetOf(others).join('\n'),
  }
}

const textOf = (rule: CssRule) => (typeof rule === 'string' ? rule : rule[0])

/** Abbreviates the classes of these rules in a text: each to its end, so that a new class changes no other's name. */
function shortenClasses(rules: readonly CssRules[]): (text: string) => string {
  const texts = rules.flatMap((some) => Object.values(some).flat()).map(textOf)
  const classes = new Set(texts.flatMap((text) => text.match(SELECTED) ?? []))
  const shortOf = (name: string) => name.slice(0, 1) + name.slice(-SHORT_LENGTH)
  const sharing = Map.groupBy(classes, shortOf)
  return (text) =>
    text.replaceAll(CLASS, (name) =>
      classes.has(name) && sharing.get(shortOf(name))?.length === 1 ? shortOf(name) : name,
    )
}

/** Rules in the parts that Griffel orders: by pseudo-class, priority, and media query. */
function partsOf(rules: readonly CssRules[]) {
  const renderer = createDOMRenderer(undefined)
  for (const some of rules) renderer.insertCSSRules(some)
  return renderToStyleElements(renderer).map(({ props }) => {
    const { dangerouslySetInnerHTML, ...attributes } = props as { dangerouslySetInnerHTML: { __html: string } }
    return { key: JSON.stringify(attributes), text: dangerouslySetInnerHTML.__html }
  })
}
