import { openDatabase } from '@partyline/server'

type Place = Parameters<typeof openDatabase>[0]

/** Runs one statement. */
export type RunQuery = <Row extends object>(statement: string) => Promise<Row[]>

/** Opens the server's database while the server is down. */
export async function withDatabase<Result>(place: Place, work: (ask: RunQuery) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(place, () => {
    // Ignores the end of an idle connection: a failing statement throws itself.
  })
  try {
    return await work(async <Row extends object>(statement: string) => (await database.pool.query<Row>(statement)).rows)
  } finally {
    await database.close()
  }
}

/**
 * Makes the database record every change of a delivery in its transaction, so that the evidence does not depend on what
 * the server reports. A delivery's changes are in order because its row is locked. At each claim, the trigger also checks
 * whether the phone has opted out, with a lock until the transaction ends.
 */
export async function keepHistory(ask: RunQuery): Promise<void> {
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
      where claimed and o.tenant_id = new.tenant_id and o.line_id = new.from_number_id
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
