import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

// The same functions, quicker: each is called for every message, and PostgreSQL keeps the plans of PL/pgSQL, while it
// plans a function in SQL anew for every statement.
const statements = [
  sql`create or replace function search_words(tenant_id uuid, content text) returns text[]
    language plpgsql immutable strict parallel safe as $$
      #variable_conflict use_column
      begin return (
        select coalesce(array_agg(left(tenant_id::text, 8) || left(found[1], 64) order by place), '{}')
        from regexp_matches(
          translate(replace(replace(replace(
            lower(regexp_replace(normalize(content, NFKD), '[\\u0300-\\u036f''\`ʼ‘’]', '', 'g')),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđı', 'oldi'),
          '[#-&*+/<=>@\\\\^_|~§°£\\u20a0-\\u20bf\\u2190-\\u2bff\\u3040-\\u30ff\\u3400-\\u9fff\\U0001f000-\\U0001faff]'
            || '|[^\\u0001-/:-@\\[-\`{-¿\\u2000-\\u20cf\\u2190-\\u303f\\u3040-\\u30ff\\u3400-\\u9fff\\ufe00-\\ufe0f'
            || '\\U0001f000-\\U0001faff]+',
          'g') with ordinality as words (found, place)
      ); end
    $$`,
  sql`create or replace function search_numbers(tenant_id uuid, content text) returns text[]
    language plpgsql immutable strict parallel safe as $$
      #variable_conflict use_column
      begin return (
        select coalesce(array_agg(distinct left(tenant_id::text, 8) || 'N' || right(digits, length)), '{}')
        from regexp_matches(content, '\\d(?:[ ()./-]*\\d){4,31}', 'g') found,
          regexp_replace(found[1], '\\D', '', 'g') digits, generate_series(3, length(digits)) length
      ); end
    $$`,
  // Each member is looked up by its key; the view of all people leaves the planner the choice of other indexes.
  sql`create or replace function rank_of_chat(of_tenant uuid, of_chat uuid, last_message uuid) returns smallint
  language plpgsql stable as $$
  begin
    return case when last_message is not null and (
      select count(*) from deliveries d where d.tenant_id = of_tenant and d.message_id = last_message and d.part = 1
    ) < (
      select count(*) from chat_members m
      where m.tenant_id = of_tenant and m.chat_id = of_chat and m.deleted_on is null and case m.role
        when 'TeamsUser' then exists (
          select from users u where u.tenant_id = of_tenant and u.user_id = m.member_id and not u.disabled)
        else exists (
          select from mobile_numbers n
          where n.tenant_id = of_tenant and n.number_id = m.member_id and not (n.disabled or n.deleted_at is not null))
        end
    ) then 1 else 0 end;
  end $$`,
]

export const keptPlans: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
