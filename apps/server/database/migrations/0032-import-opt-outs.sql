-- Opt-outs that an import states: docs/product.md#consent-to-texts.
alter table contact_imports
  -- Parts whose opt-outs are recorded. Null: no opt-outs are stated.
  add column opt_out_parts integer,
  -- The version before would record that these phones agreed, or nothing: it can't add a part.
  add constraint contact_imports_opt_outs_check
    check (opt_out_parts is null or (opt_out_parts = parts and consent_lines is not null));
