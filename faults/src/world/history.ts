import { openDatabase } from '@partyline/server'

type Place = Parameters<typeof openDatabase>[0]

/** Answers one statement. */
export type Ask = <Row extends object>(statement: string) => Promise<Row[]>

/** Opens the server's database while the server is down. */
export async function withDatabase<Result>(place: Place, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(place, () => {
    // The end of an idle connection: a statement that fails says so itself.
  })
  try {
    return await work(async <Row extends object>(statement: string) => (await database.pool.query<Row>(statement)).rows)
  } finally {
    await database.close()
  }
}

/**
 * Makes the database keep every change of a delivery, in the transaction that makes it, so that nothing depends on what
 * the server tells about itself. A delivery's changes are in order because its row is locked. At each claim it looks by
 * itself whether the phone has opted out, and keeps that so until the transaction ends.
 */
export async function keepHistory(ask: Ask): Promise<void> {
  await ask(`
    create schema faults;
    create table faults.history (
      position bigserial primary key,
      tenant_id uuid not null,
      delivery_id uuid not null,
      status_before text not null,
      status_after text not null,
      is_claim boolean not null,
      opted_out boolean not null
    );
    create function faults.keep() returns trigger language plpgsql as $$
    declare
      claimed constant boolean := new.attempts > old.attempts;
    begin
      perform from opt_outs o
      where claimed and o.tenant_id = new.tenant_id and o.provider_number_id = new.from_number_id
        and o.number = new.to_number
      for share;
      insert into faults.history (tenant_id, delivery_id, status_before, status_after, is_claim, opted_out)
      values (new.tenant_id, new.delivery_id, old.status, new.status, claimed, found);
      return null;
    end $$;
    create trigger faults_history after update on deliveries for each row
      when (old.status is distinct from new.status or new.attempts > old.attempts)
      execute function faults.keep();
  `)
}
