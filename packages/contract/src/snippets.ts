import { defineCalls } from './call.ts'
import { encodedFile } from './messages.ts'
import { name } from './fields.ts'
import { fileId, snippetId } from './ids.ts'
import { MESSAGE } from './limits.ts'
import { file } from './media.ts'
import { seenOf } from './seen.ts'
import { SNIPPET_TEXTS } from './snippet-texts.ts'
import { BOUND_TEXTS } from './refusal-texts.ts'
import { VALIDATION } from './texts.ts'
import { z } from './z.ts'

/** `count`: the shared snippets of a tenant, and those of each person. Not in limits.ts, which is in the first load. */
export const SNIPPET_BOUNDS = { shortcutLength: 32, count: 500 } as const

/** A text, with files, to insert into messages: docs/product.md#snippets */
export const snippet = z.object({
  id: snippetId,
  name: z.string(),
  /** The word after `/` that finds it first; null if it has none. */
  shortcut: z.string().nullable(),
  /** May contain variables, such as `{{first_name|there}}`. Empty if there are only files. */
  text: z.string(),
  /** True: everyone in the tenant has it. False: only the caller. */
  shared: z.boolean(),
  media: z.array(file),
})
export type Snippet = z.infer<typeof snippet>

export const snippetList = z.object({
  /** The caller's own and the shared ones, by name. */
  snippets: z.array(snippet),
  /** Whether the caller may add, change, and delete shared ones. */
  mayEditShared: z.boolean(),
})
export type SnippetList = z.infer<typeof snippetList>

/** One word, because a space ends it while typing. Upper and lower case are the same. */
const shortcut = z
  .string()
  .trim()
  .toLowerCase()
  .max(SNIPPET_BOUNDS.shortcutLength, BOUND_TEXTS.tooLong('Shortcut', SNIPPET_BOUNDS.shortcutLength))
  .regex(/^[\p{L}\p{M}\p{N}_-]+$/u, SNIPPET_TEXTS.shortcut)

/** It may be empty only with a file, which the server checks. */
const snippetText = z
  .string({ error: VALIDATION.required('Text') })
  .max(MESSAGE.maxLength, BOUND_TEXTS.tooLong('Text', MESSAGE.maxLength))

const fileList = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(MESSAGE.maxMedia, BOUND_TEXTS.tooMany('files', MESSAGE.maxMedia))

export const createSnippetBody = z.strictObject({
  name,
  shortcut: shortcut.nullish(),
  text: snippetText,
  shared: z.boolean().default(false),
  media: fileList(encodedFile).default([]),
})

export const updateSnippetBody = z.strictObject({
  name: name.optional(),
  /** Null removes it. */
  shortcut: shortcut.nullish(),
  text: snippetText.optional(),
  shared: z.boolean().optional(),
  /** All files in their order: `{ id }` is one that stays. */
  media: fileList(z.union([z.strictObject({ id: fileId }), encodedFile])).optional(),
  seen: seenOf(['name', 'shortcut', 'text', 'shared', 'media']),
})

const SHARED_ONLY_BY =
  'Shared snippets are for Admins if the option `sharedSnippets` says so; others get 403 `forbidden`.'
const SHORTCUT_TAKEN = 'A shortcut that another snippet has is refused with 409 `shortcut-taken`.'

const ofSnippet = z.object({ snippetId })

export const snippetCalls = defineCalls({
  'snippets.list': { summary: 'The snippets that the caller can use, by name', reply: snippetList },
  'snippets.create': {
    summary: 'Adds a snippet for the caller, or for everyone',
    details: `${SHARED_ONLY_BY} ${SHORTCUT_TAKEN}`,
    body: createSnippetBody,
    reply: snippet,
  },
  'snippets.update': {
    summary: 'Changes a snippet of the caller, or a shared one',
    details: `${SHARED_ONLY_BY} ${SHORTCUT_TAKEN}`,
    params: ofSnippet,
    body: updateSnippetBody,
    reply: snippet,
  },
  'snippets.delete': {
    summary: 'Deletes a snippet of the caller, or a shared one',
    details: SHARED_ONLY_BY,
    params: ofSnippet,
  },
})
