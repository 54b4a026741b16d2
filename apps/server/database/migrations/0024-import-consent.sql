-- What the one who imported stated about consent: docs/product.md#consent-to-texts. Null: nothing.
alter table contact_imports
  add column consent_lines uuid[],
  add column consent_statement text,
  -- Phones that got an entry in the ledger.
  add column consented integer not null default 0,
  add constraint contact_imports_consent_check check ((consent_lines is null) = (consent_statement is null));
