import { changeInWords, DELIVERY_STATUS_TEXTS } from '@partyline/contract'
import type { ChatChange, Delivery, ExportedEntry, MemberId, MemberRole } from '@partyline/contract'
import { isShownInline } from '../media/index.ts'
import { formatNumber } from '../numbers/index.ts'
import type { ConversationFile, Entries, ExportHead, FileBytes } from './conversation.ts'
import { markup, raw } from './markup.ts'
import type { Html } from './markup.ts'
import { PAGE_POLICY, PAGE_STYLE } from './page-style.ts'
import { PAGE_TEXTS as TEXTS } from './page-texts.ts'

type MessageEntry = Extract<ExportedEntry, { kind: 'message' }>
type NoteEntry = Extract<ExportedEntry, { kind: 'note' }>
type ExportedFile = MessageEntry['message']['media'][number]

/** A self-contained page without scripts, ready to print. Numbers of `country` are shown without a country code. */
export function pageFile(head: ExportHead, entries: Entries, country: string): ConversationFile {
  const page = createPage(head, country)
  return {
    contentType: 'text/html; charset=utf-8',
    ending: 'html',
    async *lines() {
      yield lineOf(page.head())
      let day = ''
      for await (const { entry, bytes } of entries()) {
        const next = page.dayOf(entry)
        if (next !== day) yield lineOf(markup`<h2>${next}</h2>`)
        day = next
        yield lineOf(page.entry(entry, bytes))
      }
      if (day === '') yield lineOf(markup`<p>${TEXTS.empty}</p>`)
    },
    end: (sha256) => lineOf(markup`<footer>${TEXTS.hash} <code>${sha256}</code></footer></main></body></html>`),
  }
}

const lineOf = ({ source }: Html) => `${source}\n`

function createPage({ chat, timeZone, ...head }: ExportHead, country: string) {
  const formatOf = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
    return (instant: string) => format.format(new Date(instant))
  }
  const day = formatOf({ dateStyle: 'full' })
  const clock = formatOf({ timeStyle: 'medium' })
  const full = formatOf({ dateStyle: 'long', timeStyle: 'medium' })
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  /** With the date if it is another day than that of the entry. */
  const timeAfter = (instant: string, entryAt: string) =>
    day(instant) === day(entryAt) ? clock(instant) : full(instant)
  const time = (instant: string) => markup`<time datetime="${instant}">${clock(instant)}</time>`
  const format = (number: string) => formatNumber(number, country)

  const members = new Map(chat.members.map((member) => [member.id, member]))
  const isOurs = (id: MemberId) => members.get(id)?.role !== 'ExternalMobile'
  const withNumber = ({ name, number }: (typeof chat.members)[number]) =>
    number && format(number) !== name ? `${name}, ${format(number)}` : name
  const labelOf = (id: MemberId) => {
    const member = members.get(id)
    return member ? withNumber(member) : TEXTS.someone
  }

  const fact = (name: string, ...values: string[]) =>
    values.length > 0 &&
    markup`<dt>${name}</dt><dd>${values.map((value) => markup`<div dir="auto">${value}</div>`)}</dd>`

  const people = (...roles: MemberRole[]) =>
    chat.members
      .filter(({ role }) => roles.includes(role))
      .map((member) => (member.deletedOn ? TEXTS.former(withNumber(member)) : withNumber(member)))

  function file({ fileName, contentType, fileSize, sha256 }: ExportedFile, bytes: Buffer | undefined): Html {
    const caption = markup`<bdi>${fileName}</bdi>, ${contentType}, ${fileSize}`
    if (!bytes) return markup`<figure><figcaption>${caption}. ${TEXTS.gone}</figcaption></figure>`
    const address = `data:${contentType};base64,${bytes.toString('base64')}`
    const isPicture = contentType.startsWith('image/') && isShownInline(contentType)
    const shown = isPicture
      ? markup`<img src="${address}" alt="${fileName}">`
      : markup`<a href="${address}" download="${fileName}">${fileName}</a>`
    return markup`<figure>${shown}<figcaption>${caption}<br>SHA-256 <code>${sha256}</code></figcaption></figure>`
  }

  function status(
    { memberId, status: reached, updatedOn, errorText }: Delivery,
    sentBy: MemberId,
    sentOn: string,
  ): Html {
    const className = ['undelivered', 'failed', 'unknown'].includes(reached) ? 'failed' : ''
    const recipient = isOurs(sentBy) ? labelOf(memberId) : TEXTS.forwarded(labelOf(memberId))
    const text = TEXTS.status(recipient, DELIVERY_STATUS_TEXTS[reached], timeAfter(updatedOn, sentOn))
    return markup`<li class="${className}" dir="auto">${text}${errorText && `. ${errorText}`}</li>`
  }

  function message({ author, message: sent }: MessageEntry, bytes: FileBytes): Html {
    const { sentOn, sentBy, text, parent, media, delivery, automatic, recovered, missingMedia, pendingMedia } = sent
    const others = delivery.filter(({ memberId }) => memberId !== sentBy)
    const seen = others.filter((record) => record.status === 'read' && isOurs(record.memberId))
    const seenBy = seen.map(({ memberId, updatedOn }) => TEXTS.seenAt(labelOf(memberId), timeAfter(updatedOn, sentOn)))
    const remarks = [
      automatic !== null && TEXTS.automatic,
      recovered && TEXTS.recovered,
      missingMedia > 0 && TEXTS.missing(missingMedia),
      pendingMedia > 0 && TEXTS.pending(pendingMedia),
      seenBy.length > 0 && TEXTS.seen(seenBy.join('; ')),
    ].filter((remark) => remark !== false)
    const quote = parent && `${TEXTS.wrote(labelOf(parent.sentBy))} ${parent.text || TEXTS.files(parent.mediaCount)}`
    const facts = [
      ...others.filter((record) => !seen.includes(record)).map((record) => status(record, sentBy, sentOn)),
      ...remarks.map((remark) => markup`<li dir="auto">${remark}</li>`),
    ]
    return article(isOurs(sentBy) ? 'ours' : 'theirs', [
      markup`<h3><bdi>${isOurs(sentBy) ? (author ?? TEXTS.someone) : labelOf(sentBy)}</bdi> ${time(sentOn)}</h3>`,
      quote && markup`<blockquote dir="auto">${quote}</blockquote>`,
      text && markup`<p class="text" dir="auto">${text}</p>`,
      media.map((one) => file(one, bytes.get(one.id))),
      facts.length > 0 && markup`<ul class="facts">${facts}</ul>`,
    ])
  }

  function note({ author, note: written }: NoteEntry, bytes: FileBytes): Html {
    const { createdOn, editedOn, deletedOn, text, media } = written
    return article('note', [
      markup`<h3><bdi>${author ?? TEXTS.someone}</bdi> ${time(createdOn)} <span>${TEXTS.note}</span></h3>`,
      text && markup`<p class="text" dir="auto">${text}</p>`,
      media.map((one) => file(one, bytes.get(one.id))),
      deletedOn && markup`<p class="facts">${TEXTS.deleted(timeAfter(deletedOn, createdOn))}</p>`,
      editedOn && !deletedOn && markup`<p class="facts">${TEXTS.edited(timeAfter(editedOn, createdOn))}</p>`,
    ])
  }

  function change(one: ChatChange, author: string | null): Html {
    const nameOf = (id: MemberId) => (id === one.by ? (author ?? undefined) : members.get(id)?.name)
    const words = changeInWords([one], { me: null, nameOf, chatName: (name) => name, format, until: full })
    const otherChat = 'otherChat' in one && one.otherChat.name
    return markup`<p class="change" dir="auto">${words}${otherChat} · ${time(one.at)}</p>`
  }

  return {
    dayOf(entry: ExportedEntry): string {
      if (entry.kind === 'message') return day(entry.message.sentOn)
      return day(entry.kind === 'note' ? entry.note.createdOn : entry.change.at)
    },

    entry(entry: ExportedEntry, bytes: FileBytes): Html {
      if (entry.kind === 'message') return message(entry, bytes)
      return entry.kind === 'note' ? note(entry, bytes) : change(entry.change, entry.author)
    },

    head(): Html {
      const { organization, exportedOn, exportedBy, from, to, notes } = head
      const offset = zone.formatToParts(new Date(exportedOn)).find(({ type }) => type === 'timeZoneName')?.value
      const facts = [
        fact(TEXTS.organization, organization),
        fact(TEXTS.line, `${chat.line.name}, ${format(chat.line.number)}`),
        fact(TEXTS.contacts, ...people('ExternalMobile')),
        fact(TEXTS.team, ...people('TeamsUser', 'ApiKey')),
        fact(TEXTS.period, from ? TEXTS.between(full(from), full(to)) : TEXTS.sinceBeginning(full(to))),
        fact(TEXTS.notes, notes ? TEXTS.withNotes : TEXTS.withoutNotes),
        fact(TEXTS.timeZone, `${timeZone} (${offset ?? 'GMT'})`),
        fact(TEXTS.exported, TEXTS.exportedBy(full(exportedOn), exportedBy)),
      ]
      const { deletedBefore } = chat
      const isMissing = deletedBefore !== null && (from === null || from < deletedBefore)
      const deleted = isMissing && markup`<p>${TEXTS.deletedBefore(full(deletedBefore))}</p>`
      const meta = markup`<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}"><meta name="viewport" content="width=device-width, initial-scale=1">`
      const title = markup`<title>${TEXTS.title(chat.name)}</title><style>${raw(PAGE_STYLE)}</style>`
      return markup`<!doctype html><html lang="en"><head>${meta}${title}</head><body><main><h1 dir="auto">${chat.name}</h1><dl>${facts}</dl><p>${TEXTS.about}</p>${deleted}`
    },
  }
}

const article = (className: string, parts: Parameters<typeof markup>[1][]) =>
  markup`<article class="${className}">${parts}</article>`
