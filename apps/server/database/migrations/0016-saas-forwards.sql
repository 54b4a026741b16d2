-- Events of the marketplace that wait to be forwarded to a second environment.
create table saas_forwards (
  forward_id uuid primary key,
  operation_id text not null,
  target text not null,
  body text not null,
  sealed_authorization text not null,
  request_id uuid,
  queued_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index saas_forwards_due on saas_forwards (target, due_at);

-- The version before kept them in the schema of pg-boss, which only an installation that forwards has.
do $$
begin
  if to_regclass('jobs.job') is null then return; end if;
  with moved as (
    delete from jobs.job
    where name = 'marketplace-forwarding' and state::text in ('created', 'retry', 'active')
    returning id, data, created_on
  )
  insert into saas_forwards (forward_id, operation_id, target, body, sealed_authorization, request_id, queued_at, due_at)
  select id, data->>'operationId', data->>'target', data->>'payload', data->>'authorization', (data->>'requestId')::uuid,
    created_on, now()
  from moved;
end $$;
