-- A tenant's Twilio account as it is stored. Whoever has read it can check in a later statement that it has not changed.
create or replace function stored_account(account_sid text, auth_token_encrypted text) returns text
language sql stable parallel safe as $$ select concat_ws('/', account_sid, auth_token_encrypted) $$;
