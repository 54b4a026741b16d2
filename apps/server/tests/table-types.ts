import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { IdentifierNode, PostgresDialect, serializeFromMetadata } from 'kysely-codegen'
import type { PostgresDB } from 'kysely-codegen'
import type { Queries } from '../src/platform/index.ts'

/** The types of `database/column-types.ts` by the names of their columns, and of their tables where the name says too little. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  archive_id: 'ArchiveId',
  'archives.position': 'ArchivePosition',
  assigned_to: 'UserId',
  'audit_log.changes': 'AuditChanges',
  'audit_log.kind': 'AuditKind',
  'chat_changes.change_id': 'ChatChangeId',
  'chat_changes.details': 'ChatChangeDetails',
  'chat_changes.kind': 'ChatChangeKind',
  'chat_members.role': 'MemberRole',
  'api_keys.scopes': 'KeyScope',
  key_id: 'KeyId',
  line_ids: 'NumberId',
  chat_id: 'ChatId',
  caused_by: 'MemberId',
  changed_by: 'MemberId',
  created_by: 'UserId',
  contact_id: 'ContactId',
  'contact_cards.fields': 'ContactValues',
  'contact_changes.changes': 'ContactChanges',
  'contact_fields.field_id': 'ContactFieldId',
  'consent_entries.entry_id': 'ConsentEntryId',
  'consent_entries.recorded_by': 'UserId',
  'consent_people.former_phone_id': 'NumberId',
  'erasures.erased_by': 'UserId',
  'consent_evidence.entry_id': 'ConsentEntryId',
  'contact_import_rows.changes': 'ImportedChanges',
  'contact_imports.consent_lines': 'NumberId',
  'contact_views.query': 'ContactViewQuery',
  'contact_views.view_id': 'ContactViewId',
  'legal_holds.hold_id': 'LegalHoldId',
  delivery_id: 'DeliveryId',
  device_id: 'DeviceId',
  done_by: 'UserId',
  entry_id: 'AuditEntryId',
  file_id: 'FileId',
  from_number_id: 'NumberId',
  holds_number_id: 'NumberId',
  'hours_versions.of_lines': 'HoursOfLines',
  'hours_versions.of_tenant': 'OpeningHours',
  'hook_events.detail': 'HookEventDetail',
  'hook_events.event_id': 'HookEventId',
  'hook_events.kind': 'HookKind',
  'hook_events.log': 'HookAttempts',
  hook_id: 'HookId',
  'hooks.events': 'HookKind',
  import_id: 'ContactImportId',
  joined_after: 'MessageId',
  last_message_id: 'MessageId',
  manual_by: 'UserId',
  member_id: 'MemberId',
  message_id: 'MessageId',
  note_id: 'NoteId',
  'notes.mentions': 'UserId',
  number_id: 'NumberId',
  'opt_out_changes.source': 'OptOutSource',
  'opt_outs.source': 'OptOutSource',
  owner_id: 'UserId',
  parameters: 'WebhookParameters',
  parent_id: 'MessageId',
  payload: 'MarketplacePayload',
  'people.role': 'MemberRole',
  line_id: 'NumberId',
  'lines.hours': 'LineHours',
  rejected_reason: 'RejectionReason',
  'notified_people.reason': 'NotificationReason',
  'all_messages.reason': 'ReturnReason',
  'pending_messages.reason': 'ReturnReason',
  'report_counts.counts': 'ReportCounts',
  sent_by: 'MemberId',
  session_id: 'SessionId',
  snippet_id: 'SnippetId',
  tenant_id: 'TenantId',
  'tenants.hours': 'OpeningHours',
  user_id: 'UserId',
  working_hours: 'WorkingHours',
  written_by: 'UserId',
  words: 'Words',
}

/** PostgreSQL does not know which columns of a view are never null. */
const NULLABLE_IN_VIEWS = new Set([
  'messages.automatic',
  'messages.parent_id',
  'messages.provider_sid',
  'pending_messages.owner_id',
  'pending_messages.parent_id',
  'pending_messages.reason',
  'pending_messages.request_id',
  'people.number',
])

/** The table of a view that is a part of one. */
const TABLES_OF_VIEWS: Readonly<Record<string, string>> = { messages: 'all_messages', pending_messages: 'all_messages' }

/** The types of the tables and their columns in TypeScript. The stores write all names in camelCase. */
export async function describeTables(db: Queries): Promise<string> {
  const dialect = new PostgresDialect()
  const types = [...new Set(Object.values(COLUMN_TYPES))]
  Object.assign(
    dialect.adapter.scalars,
    Object.fromEntries(types.map((name) => [name.toLowerCase(), new IdentifierNode(name)])),
  )
  const metadata = await dialect.introspector.introspect({
    db: db as unknown as Kysely<PostgresDB>,
  })
  const checked = await checkedValues(db)
  for (const table of metadata.tables) {
    for (const column of table.columns) {
      const name = `${table.name}.${column.name}`
      column.dataType = COLUMN_TYPES[name] ?? COLUMN_TYPES[column.name] ?? column.dataType
      column.enumValues = checked.get(`${TABLES_OF_VIEWS[table.name] ?? table.name}.${column.name}`) ?? null
      if (table.isView) column.isNullable = NULLABLE_IN_VIEWS.has(name)
      // A generated column counts as one with a default.
      if (column.dataType === 'Words') Object.assign(column, { isNullable: false, hasDefaultValue: false })
    }
  }
  return serializeFromMetadata({
    metadata,
    dialect,
    camelCase: true,
    typeOnlyImports: true,
    typeMapping: { int8: 'number', timestamptz: 'Date' },
    customImports: Object.fromEntries(types.map((name) => [name, `./column-types.ts#${name}`])),
  })
}

/** The texts that a CHECK constraint allows, by `table.column`. */
async function checkedValues(db: Queries): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; rule: string }>`
    select conrelid::regclass::text "table", pg_get_constraintdef(oid) rule from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`.execute(db)
  return new Map(
    rows.flatMap(({ table, rule }) => {
      const [, column, values = ''] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(rule) ?? []
      const texts = [...values.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
      return texts.length > 0 ? [[`${table}.${column}`, texts]] : []
    }),
  )
}
