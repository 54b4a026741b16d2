import { ARCHIVE_LIMITS } from '@partyline/contract'

type About = {
  organization: string
  part: number
  startedOn: string
  startedBy: string
  timeZone: string
}

/** The file that a reader opens first. */
export const readme = ({ organization, part, startedOn, startedBy, timeZone }: About) => `\
Archive of ${organization}
Part ${part}

${startedBy} started it on ${startedOn}. Times in pages and tables are in the time zone ${timeZone}; times in JSON are in UTC.
It is made by Partyline, and deleted there ${ARCHIVE_LIMITS.days} days after it is ready. This copy is yours to keep safe: it has
names, phone numbers, texts, and notes.

What is in it, over all parts
  organization.json   the settings of the organization
  users.json          the people who can sign in, also those who are disabled or have left
  numbers.json        your numbers, with opening hours and automatic replies
  snippets.json       shared snippets; their files are in snippets/
  contacts.csv        contacts, with tags and your own fields
  phones.csv          phones of contacts, each with the numbers it opted out of
  consent.csv         the ledger of consent
  audit-log.csv       who did what, newest first
  conversations/      a folder for each conversation, deleted ones too:
                      conversation.html to read and print, with pictures, files, and the team's notes,
                      and conversation.json for programs
  index.csv           the list of all conversations, with the part and the path of each; it is in the last part
  manifest.json       the files of this part, each with its SHA-256

A table or a conversation that is too long for one file goes on in a second one, such as "contacts 2.csv".
You can unpack all parts into the same folder: only README.txt and manifest.json are in each of them.

As of when
  Conversations go up to the time when the archive was started. Everything else, also whether a text was delivered, is as it
  was when it was read. What changed while the archive was made may be in one place and not in another.

What is not in it
  Texts that were not sent yet, drafts, personal snippets, sessions, API keys, webhooks, and passwords or tokens of any kind.
`

/** Heads of tables that only the archive has. */
export const AUDIT_HEAD = (timeZone: string) => [
  `Time (${timeZone})`,
  'Who',
  'What',
  'Whom or what',
  'Changes',
  'Entry',
]

export const INDEX_HEAD = (timeZone: string) => [
  'Conversation',
  'Our number',
  'Name of our number',
  'Contacts',
  'Team',
  `First entry (${timeZone})`,
  `Last entry (${timeZone})`,
  'Texts',
  'Deleted',
  'Part',
  'Path',
  'ID',
]

export const INDEX_VALUES = { deleted: 'Yes', notDeleted: 'No' } as const
